import type { Change } from '@adwarden/contract/changes/changes';
import { entityNames, thingName } from '@adwarden/contract/changes/words';
import { Button, Group, Stack } from '@mantine/core';
import { IconApps, IconListSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { appPath } from '../../lib/app-tabs.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { mayWrite } from '../../people/may.ts';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import { BatchLink } from './batch-link.tsx';
import { actorNames, appOf } from './change-words.ts';
import { ActionBadge } from './changes.columns.tsx';
import { Difference } from './difference.tsx';
import { Facts } from './facts.tsx';
import { WayBack } from './way-back.tsx';

type Props = {
  opened: boolean;
  change: Change | null;
  onClose: () => void;
  /** Shows all entries about one thing. */
  onShowAll: (change: Change) => void;
};

/** One entry of the log: who, when, from where, the whole difference, and the buttons to undo it or go back to it. */
export function ChangeDrawer({ opened, change, onClose, onShowAll }: Props) {
  return (
    <SideDrawer opened={opened} onClose={onClose} size={560} title={change && thingName(change)}>
      {change && <Entry change={change} onShowAll={onShowAll} onDone={onClose} />}
    </SideDrawer>
  );
}

type EntryProps = { change: Change; onShowAll: Props['onShowAll']; onDone: () => void };

function Entry({ change, onShowAll, onDone }: EntryProps) {
  const { actor, at, entity, key, action, seq } = change;
  const appID = appOf(change);
  const facts = [
    ['Kind', entityNames[entity]],
    ['Id', key],
    ['Person', actor.name],
    ['Role', actorNames[actor.kind]],
    ['API key', actor.via?.name ?? ''],
    ['Address', actor.address],
    ['Date', formatDateTime(at)],
    ['Entry', String(seq)],
    [
      'Bulk change',
      change.batch === undefined ? '' : <BatchLink key="b" change={change} of="admin" />,
    ],
  ] as const;
  return (
    <Stack gap="lg">
      <div>
        <ActionBadge action={action} />
      </div>
      <Facts facts={facts} />
      {/* Ten fields at first, so that the buttons below stay in view. */}
      <Difference change={change} atFirst={10} />
      {mayWrite() && <WayBack key={seq} change={change} onDone={onDone} />}
      <Group gap="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconListSearch size={16} />}
          onClick={() => onShowAll(change)}
        >
          All changes of this
        </Button>
        {appID !== null && (
          <Button
            component={Link}
            to={appPath('admin', appID)}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconApps size={16} />}
          >
            Open the application
          </Button>
        )}
      </Group>
    </Stack>
  );
}
