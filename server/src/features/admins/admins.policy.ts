import type { AdminChanges } from '@adwarden/contract/admins/admins';
import type { Author } from '../../http/actor.ts';
import { AppError } from '../../kit/app-error.ts';

/** Tells whether an administrator is the author. */
const isOneself = ({ kind, id }: Pick<Author, 'kind' | 'id'>, adminId: string): boolean =>
  kind !== 'system' && id === adminId;

/** Says why this author may not change an administrator so; null when they may. */
export function refusalToChange(
  author: Pick<Author, 'kind' | 'id'>,
  adminId: string,
  { enabled, role }: Pick<AdminChanges, 'enabled' | 'role'>,
): string | null {
  if (!isOneself(author, adminId)) return null;
  if (enabled === false) return 'You cannot disable yourself: another administrator can';
  return role === 'viewer' ? 'You cannot make yourself a viewer: another administrator can' : null;
}

/** Says why this author may not remove an administrator; null when they may. */
export const refusalToRemove = (
  author: Pick<Author, 'kind' | 'id'>,
  adminId: string,
): string | null =>
  isOneself(author, adminId) ? 'You cannot remove yourself: another administrator can' : null;

/**
 * Returns the refusal (409): nobody could let people in. At least one other, who is no viewer, must be enabled and have a
 * password of their own.
 */
export const lastOne = (email: string): AppError =>
  new AppError(
    'conflict',
    `${email} is the last administrator who can sign in; add another one first, who signs in once`,
  );
