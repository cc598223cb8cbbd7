import type { ChangeRow } from '../../changes/changes.store.ts';
import type { FieldGroup } from '../../changes/keeper.ts';
import type { Actor } from '../../http/actor.ts';

type Row = Record<string, unknown>;

type Entry = Pick<ChangeRow, 'actorKind' | 'actorId' | 'entity' | 'action'>;

/** Tells whether an entry is an edit of an app by this person. */
export function isOwnEdit({ kind, id }: Pick<Actor, 'kind' | 'id'>, entry: Entry): boolean {
  const isTheirs = entry.actorKind === kind && entry.actorId === id;
  return isTheirs && entry.entity === 'app' && entry.action === 'update';
}

/** Returns the values of some groups. */
export function valuesOf(groups: readonly FieldGroup[], row: Row): Row {
  const fields = groups.flatMap((group) => group.fields);
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
