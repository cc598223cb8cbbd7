import { type Ability, can } from '@adwarden/contract/people/abilities';
import type { Access } from '@adwarden/contract/people/people';
import type { Role } from '../lib/role.ts';

/** The access of the person who is signed in in this tab; the session says it (ADR 123). Owners have all. */
let access: Access = 'all';

/** Notes what the person may do, before anything of the session is shown. */
export function setAccess(next: Access): void {
  access = next;
}

/** Returns the signed-in person, of this role, as the list of abilities asks for them. */
export const personOf = (role: Role): { kind: Role; access: Access } => ({ kind: role, access });

/** Whether a person of this role has an ability; nobody is signed in while it is undefined. The server has the same list. */
export const may = (role: Role | undefined, ability: Ability): boolean =>
  role !== undefined && can(personOf(role), ability);

/** Whether the person may change anything but an own password and own views. What others cannot do is not offered. */
export const mayWrite = (): boolean => access === 'all';
