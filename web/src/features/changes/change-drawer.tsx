import type { Change } from '@adwarden/contract/changes';
import { Button, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { formatDateTime } from '../../lib/dates.ts';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import classes from './change-drawer.module.css';
import { actorNames, entityNames, thingName } from './change-words.ts';
import { ActionBadge } from './changes.columns.tsx';
import { Difference } from './difference.tsx';
import { RestoreButton } from './restore-button.tsx';

type Props = {
  opened: boolean;
  change: Change | null;
  onClose: () => void;
  /** Shows all entries about one thing. */
  onShowAll: (change: Change) => void;
};

/** One entry of the log: who, when, from where, the whole difference, and the way back for apps and users. */
export function ChangeDrawer({ opened, change, onClose, onShowAll }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={560}
      title={change && thingName(change)}
      classNames={{ title: classes.title }}
    >
      {change && <Entry change={change} onShowAll={onShowAll} onRestored={onClose} />}
    </SideDrawer>
  );
}

type EntryProps = { change: Change; onShowAll: Props['onShowAll']; onRestored: () => void };

function Entry({ change, onShowAll, onRestored }: EntryProps) {
  const { actor, at, entity, key, action, seq } = change;
  const facts = [
    ['Kind', entityNames[entity]],
    ['Id', key],
    ['Person', actor.name],
    ['Role', actorNames[actor.kind]],
    ['Address', actor.address],
    ['Date', formatDateTime(at)],
    ['Entry', String(seq)],
  ].filter(([, value]) => value !== '');
  return (
    <Stack gap="lg">
      <div>
        <ActionBadge action={action} />
      </div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        {(entity === 'app' || entity === 'user') && (
          <RestoreButton change={change} onRestored={onRestored} />
        )}
        <Button
          variant="default"
          leftSection={<IconHistory size={16} />}
          onClick={() => onShowAll(change)}
        >
          All changes of this
        </Button>
      </div>
      <Difference change={change} />
    </Stack>
  );
}
