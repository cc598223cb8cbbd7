import { isDeepStrictEqual } from 'node:util';
import type { ChangeAction } from '@adwarden/contract/changes/changes';
import type { ChangeRow } from '../../changes/changes.store.ts';
import type { FieldGroup } from '../../changes/keeper.ts';
import type { Actor } from '../../http/actor.ts';

type Row = Record<string, unknown>;

/** Why a change of this kind cannot be undone field by field; null when it can. */
export function undoRefusal(action: ChangeAction, thing: string): string | null {
  switch (action) {
    case 'create':
      return `To undo this, delete the ${thing}`;
    case 'rotate-token':
      return 'A new token cannot be undone: the old one is good for as long as was chosen then';
    case 'change-password':
      return 'A new password cannot be undone, because the log holds no passwords: set another one';
    default:
      return null;
  }
}

type Entry = Pick<ChangeRow, 'actorKind' | 'actorId' | 'entity' | 'action'>;

/** Whether an entry is an edit of an app by this person. */
export function isOwnEdit({ kind, id }: Pick<Actor, 'kind' | 'id'>, entry: Entry): boolean {
  const isTheirs = entry.actorKind === kind && entry.actorId === id;
  return isTheirs && entry.entity === 'app' && entry.action === 'update';
}

/**
 * What an undo does with the groups of fields that a change touched (from `before` to `after`). It takes a group back
 * that is `now` as the change left it. It leaves a group that somebody has changed since. Others are back already.
 */
export function takeBack(
  groups: readonly FieldGroup[],
  { before, after, now }: { before: Row; after: Row; now: Row },
): { taken: FieldGroup[]; left: FieldGroup[] } {
  const same = (a: Row, b: Row, { fields: [field = ''] }: FieldGroup) =>
    isDeepStrictEqual(a[field], b[field]);
  // The log did not have this field at that time, so there is no value to go back to.
  const touched = groups.filter(
    (group) => before[group.fields[0] ?? ''] !== undefined && !same(before, after, group),
  );
  return {
    taken: touched.filter((group) => same(after, now, group)),
    left: touched.filter((group) => !same(after, now, group) && !same(before, now, group)),
  };
}

/** The values of some groups. */
export function valuesOf(groups: readonly FieldGroup[], row: Row): Row {
  const fields = groups.flatMap((group) => group.fields);
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
