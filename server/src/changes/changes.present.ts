import type { Change } from '@adwarden/contract/changes/changes';
import type { Person } from '@adwarden/contract/people/people';
import { isoTime, isoTimeOrNull } from '../kit/clock.ts';
import { seenActor, seenState, seesValues } from '../sight/entries.policy.ts';
import type { ReadChange } from './changes.list.store.ts';
import type { ChangeRow } from './changes.store.ts';

export type Row = Record<string, unknown>;

/** Tokens are shown by their last four characters only. */
function masked(field: string, value: unknown): unknown {
  if (field !== 'tokens' || !Array.isArray(value)) return value;
  return value.map((entry: { token: string; until: number | null }) => ({
    token: `…${entry.token.slice(-4)}`,
    until: isoTimeOrNull(entry.until),
  }));
}

/** Returns the fields in which two states differ. `{}` stands for a thing that does not exist. */
export function difference(before: Row, after: Row): Change['diff'] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  // An entry may be older than a field. Nobody has changed it while it is empty.
  const isYounger = (field: string) =>
    after[field] === '' && !(field in before) && Object.keys(before).length > 0;
  return fields
    .filter(
      (field) =>
        JSON.stringify(before[field]) !== JSON.stringify(after[field]) && !isYounger(field),
    )
    .map((field) => ({
      field,
      before: masked(field, before[field]) ?? null,
      after: masked(field, after[field]) ?? null,
    }));
}

/** Returns the state after an entry; `{}` after a delete. */
function stateAfter(change: ChangeRow | null): Row {
  return change && change.action !== 'delete' ? (JSON.parse(change.row) as Row) : {};
}

const ownerOf = ({ ownerId }: Row): string | null => (typeof ownerId === 'string' ? ownerId : null);

/** Says in a few words whose secrets were read; undefined in entries that do not say it. */
function whoseSecrets({ users }: Row): string | undefined {
  if (!Array.isArray(users)) return undefined;
  const [first, second, ...others] = users;
  if (second === undefined) return first;
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${first}, ${second}${rest}`;
}

const nameIn = (row: Row) =>
  row.appName ??
  row.fullName ??
  row.label ??
  row.title ??
  row.name ??
  row.accountName ??
  whoseSecrets(row);

/** Adds the role to the state of an administrator before the first entry that has one: there were no viewers (ADR 123). */
const withRole = (entity: Change['entity'], before: Row, after: Row): Row =>
  entity === 'admin' && 'role' in after && 'email' in before
    ? { role: 'admin', ...before }
    : before;

/** Returns an entry of the log with the difference to the state before it (ADR 2), as a person may see it. */
export function presentChange(person: Person, change: ReadChange): Change {
  const entity = change.entity as Change['entity'];
  const actor = {
    kind: change.actorKind as Change['actor']['kind'],
    id: change.actorId,
    name: change.actorName,
    address: change.address,
    ...(change.viaKey !== null && { via: { key: change.viaKey, name: change.viaName ?? '' } }),
  };
  const seen = (state: Row) => seenState(person, entity, actor, state);
  const row = JSON.parse(change.row) as Row;
  const isDelete = change.action === 'delete';
  // The entry before it may be about another finding of the app, and a read changes nothing.
  const stands = entity === 'finding' || entity === 'secret';
  const earlier = stands ? null : change.earlier;
  const [before, after] = isDelete ? [row, {}] : [withRole(entity, stateAfter(earlier), row), row];
  const isSeen = seesValues(person, entity, change.ownerId);
  /** Leaves out the values of the app from before it was given to this person. */
  const withoutForeign = (diff: Change['diff']) =>
    entity !== 'app' || seesValues(person, entity, ownerOf(before))
      ? diff
      : diff.map((field) => ({ ...field, before: null }));
  return {
    seq: change.seq,
    at: isoTime(change.at),
    actor: seenActor(person, actor),
    entity,
    key: change.key,
    name: String((isSeen ? nameIn(row) : undefined) ?? change.appName ?? change.key),
    action: change.action as Change['action'],
    diff: isSeen ? withoutForeign(difference(seen(before), seen(after))) : [],
    ...(change.batch !== null && { batch: change.batch, batchApps: change.batchApps }),
  };
}
