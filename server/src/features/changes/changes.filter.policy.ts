import { can } from '@adwarden/contract/people/abilities';
import { forAdministrators } from '@adwarden/contract/people/app-fields';
import type { Person } from '@adwarden/contract/people/people';
import type { ChangeFilter } from '../../changes/changes.filter.store.ts';
import { invalidField } from '../../kit/app-error.ts';

// With these filters, an owner could find out whether an entry contains the name of another owner.
const closedFilters = ['search', 'actor', 'actorKind'] as const;

/** Refuses (400) a question about the log that only administrators may ask. */
export function mustMayAsk(person: Person, filter: ChangeFilter): void {
  if (can(person, 'see-all')) return;
  const refused = closedFilters.find((name) => filter[name]);
  if (refused) throw invalidField(refused, forAdministrators(refused));
}
