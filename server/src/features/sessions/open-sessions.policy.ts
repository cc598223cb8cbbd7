import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';

type Owned = { kind: string; accountId: string };

/** Tells whether a session is one of the person's own. */
export const isOwn = (person: Person, { kind, accountId }: Owned): boolean =>
  kind === person.kind && accountId === person.id;

/** Tells whether somebody may see and end a session: the own ones, and whoever manages sessions those of everybody. */
export const mayEnd = (person: Person, session: Owned): boolean =>
  isOwn(person, session) || can(person, 'manage-sessions');
