import { type Ability, can } from '@adwarden/contract/people/abilities';
import type { Role } from '../lib/role.ts';

/** Whether a person of this role has an ability; nobody is signed in while it is undefined. The server has the same list. */
export const may = (role: Role | undefined, ability: Ability): boolean =>
  role !== undefined && can({ kind: role }, ability);
