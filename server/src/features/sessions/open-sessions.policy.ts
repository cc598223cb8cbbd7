import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';

/** Tells whether somebody may see and end a session: the own ones, and whoever manages sessions those of everybody. */
export const mayEnd = (
  person: Person,
  { kind, accountId }: { kind: string; accountId: string },
): boolean => (kind === person.kind && accountId === person.id) || can(person, 'manage-sessions');
