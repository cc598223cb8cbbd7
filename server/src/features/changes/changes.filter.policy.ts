import type { ChangeFilter } from '../../changes/changes.list.store.ts';
import { invalidField } from '../../kit/app-error.ts';
import type { Person } from '../../sight/people.policy.ts';

// With these, an owner could find out whether an entry contains the name of another owner.
const forAdministrators = ['search', 'actor', 'actorKind'] as const;

/** Refuses (400) a question about the log that only administrators may ask. */
export function mustMayAsk(person: Person, filter: ChangeFilter): void {
  if (person.kind === 'admin') return;
  const refused = forAdministrators.find((name) => filter[name]);
  if (refused) throw invalidField(refused, `${refused} is for administrators only`);
}
