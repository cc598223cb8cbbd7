import type { Change } from '@adwarden/contract/changes/changes';
import { actionNames } from '@adwarden/contract/changes/words';
import { formatDateTime } from '../../lib/dates.ts';
import type { Role } from '../../lib/role.ts';
import { may } from '../../people/may.ts';
import classes from './app-history.module.css';
import { BatchLink } from './batch-link.tsx';
import { actorInWords } from './change-words.ts';
import { Difference } from './difference.tsx';
import { WayBack } from './way-back.tsx';

/** Fields shown before "Show all". */
const fieldsAtFirst = 4;

/** Fields that the drawer's title and the entry's date say already. */
const saidElsewhere = new Set(['appID', 'createdAt']);

type Props = {
  change: Change;
  /** The version that is in force. */
  isCurrent: boolean;
  /** Administrators get the ways back. */
  role: Role;
  onDone: () => void;
};

/** One change: what, who, when, the fields with before and after, and the ways back, which ask first. */
export function HistoryEntry({ change, isCurrent, role, onDone }: Props) {
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
        by <bdi>{actorInWords(actor)}</bdi>
        {actor.address && <span className={classes.address}> from {actor.address}</span>}{' '}
        <BatchLink change={change} of={role} />
      </p>
      <div className={classes.fields}>
        <Difference change={change} without={saidElsewhere} atFirst={fieldsAtFirst} />
      </div>
      {/* The app exists, so each delete in its history was undone already. */}
      {may(role, 'undo-all') && action !== 'delete' && (
        <WayBack change={change} isCurrent={isCurrent} onDone={onDone} />
      )}
    </li>
  );
}
