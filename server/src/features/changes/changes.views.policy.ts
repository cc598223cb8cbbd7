import type { Change } from '@adwarden/contract/changes/changes';
import type { ChangeFilter } from '../../changes/changes.list.store.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField } from '../../kit/app-error.ts';
import { presentChange, type ReadChange, type Row } from './changes.present.ts';

/** What a person may see of the log: which entries, and what of each entry. */
type View = { scope: ChangeFilter; present: (change: ReadChange) => Change };

/** An administrator sees everything. */
export const wholeLog: View = { scope: {}, present: (change) => presentChange(change) };

const anotherUser = 'Another user';

// With these, an owner could find out whether an entry contains the name of another owner.
const forAdministrators = ['search', 'actor', 'actorKind'] as const;

/**
 * An owner sees the entries of their own apps, without addresses and without the names of other owners. Refuses (400)
 * a question that only administrators may ask.
 */
export function ownersView(owner: Actor, filter: ChangeFilter): View {
  const refused = forAdministrators.find((name) => filter[name]);
  if (refused) throw invalidField(refused, `${refused} is for administrators only`);
  return {
    scope: { ownerId: owner.id },
    present(change) {
      const entry = presentChange(change, (state) => withoutOtherOwners(state, owner));
      return { ...entry, actor: actorFor(owner, entry.actor) };
    },
  };
}

function withoutOtherOwners(state: Row, owner: Actor): Row {
  const { ownerId, ...rest } = state;
  if (!ownerId || ownerId === owner.id) return rest;
  return { ...rest, userID: '', fullName: anotherUser };
}

function actorFor(owner: Actor, { kind, id, name }: Change['actor']): Change['actor'] {
  if (kind === owner.kind && id === owner.id) return { kind, id, name, address: '' };
  return { kind, id: '', name: kind === 'user' ? anotherUser : name, address: '' };
}
