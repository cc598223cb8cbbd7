import type { Change } from '@adwarden/contract/changes';
import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { fileUrl } from '../../lib/file-url.ts';
import { actionNames, type ShownChange, shownDifference } from './change-words.ts';
import classes from './history-drawer.module.css';

/** Fields shown before "Show all": an entry of a creation names every field. */
const fieldsAtFirst = 4;

/** Fields that the drawer's title and the entry's date say already. */
const saidElsewhere = new Set(['appID', 'createdAt']);

function fieldsOf(change: Change): ShownChange[] {
  const shown = shownDifference(change).filter(({ field }) => !saidElsewhere.has(field));
  // The owner's name says more than the login id, unless only the id changed.
  const named = change.entity === 'app' && shown.some(({ field }) => field === 'fullName');
  return named ? shown.filter(({ field }) => field !== 'userID') : shown;
}

function Value({ field, text }: { field: string; text: string }) {
  if (text === '') return <span className={classes.none}>empty</span>;
  if (field === 'iconHash') {
    return <img className={classes.icon} src={fileUrl(`icons/${text}.webp`)} alt="Icon" />;
  }
  return <bdi className={classes.value}>{text}</bdi>;
}

type Props = {
  change: Change;
  /** The version that is in force. */
  isCurrent: boolean;
  busy: boolean;
  onRestore: () => void;
};

/** One change: what, who, when, the fields with before and after, and the way back, which asks first. */
export function HistoryEntry({ change, isCurrent, busy, onRestore }: Props) {
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  const isOld = !isCurrent && change.action !== 'delete';
  const { action, actor, at } = change;
  const fields = fieldsOf(change);
  // Of what came out of nothing there is no before to show.
  const isNew =
    action === 'create' || (action === 'restore' && fields.every((f) => f.before === ''));
  const shown = all ? fields : fields.slice(0, fieldsAtFirst);

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
      {shown.length > 0 && (
        <dl className={classes.fields}>
          {shown.map(({ field, name, before, after }) => (
            <div key={field} className={classes.field}>
              <dt>{name}</dt>
              <dd>
                {!isNew && <Value field={field} text={before} />}
                <span className={classes.after}>
                  {!isNew && (
                    <span className={classes.arrow} role="img" aria-label="became">
                      →
                    </span>
                  )}
                  <Value field={field} text={after} />
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!all && fields.length > shown.length && (
        <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
          Show all {fields.length} fields
        </UnstyledButton>
      )}
      {isOld && !asking && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRestore size={14} />}
          onClick={() => setAsking(true)}
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
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={busy}
            onClick={() => setAsking(false)}
          >
            Cancel
          </Button>
        </Group>
      )}
    </li>
  );
}
