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

/** The values of some groups. */
export function valuesOf(groups: readonly FieldGroup[], row: Row): Row {
  const fields = groups.flatMap((group) => group.fields);
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
