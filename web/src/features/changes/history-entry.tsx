import type { Change } from '@adwarden/contract/changes';
import { Button, Group, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { formatDateTime } from '../../lib/dates.ts';
import { useAskInPlace } from '../../ui/dialog/use-ask-in-place.ts';
import { actionNames } from './change-words.ts';
import { Difference } from './difference.tsx';
import classes from './history-drawer.module.css';

/** Fields shown before "Show all". */
const fieldsAtFirst = 4;

/** Fields that the drawer's title and the entry's date say already. */
const saidElsewhere = new Set(['appID', 'createdAt']);

type Props = {
  change: Change;
  /** The version that is in force. */
  isCurrent: boolean;
  busy: boolean;
  onRestore: () => void;
};

/** One change: what, who, when, the fields with before and after, and the way back, which asks first. */
export function HistoryEntry({ change, isCurrent, busy, onRestore }: Props) {
  const { asking, trigger, ask, cancel } = useAskInPlace();
  const isOld = !isCurrent && change.action !== 'delete';
  const { action, actor, at } = change;

  return (
    <li className={classes.entry} data-action={action}>
      <p className={classes.what}>
        <strong>{actionNames[action]}</strong>
        <time className={classes.when} dateTime={at}>
          {formatDateTime(at)}
        </time>
        {isCurrent && <span className={classes.current}>Current</span>}
      </p>
      <p className={classes.who}>
        by <bdi>{actor.name}</bdi>
        {actor.address && <span className={classes.address}> from {actor.address}</span>}
      </p>
      <div className={classes.fields}>
        <Difference change={change} without={saidElsewhere} atFirst={fieldsAtFirst} />
      </div>
      {isOld && !asking && (
        <Button
          ref={trigger}
          variant="default"
          size="compact-sm"
          leftSection={<IconRestore size={14} />}
          onClick={ask}
        >
          Restore this version
        </Button>
      )}
      {isOld && asking && (
        <Group gap="xs">
          <Text size="sm">Go back to how it was then?</Text>
          <Button size="compact-sm" loading={busy} onClick={onRestore} autoFocus>
            Restore
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" disabled={busy} onClick={cancel}>
            Cancel
          </Button>
        </Group>
      )}
    </li>
  );
}
