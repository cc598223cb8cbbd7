import { onOff } from '@adwarden/contract/apps';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { AppUserTable } from '../../db/schema.ts';

/** An app owner as read. */
export type UserRow = Omit<Selectable<AppUserTable>, 'userIDKey' | 'emailKey'>;

/** The columns of a password: its hash, and the sealed copy that administrators see. */
export type PasswordColumns = Pick<AppUserTable, 'passwordHash' | 'passwordSealed'>;

/** The columns of a user who must choose a password first. */
export const noPassword: PasswordColumns = { passwordHash: '', passwordSealed: '' };

/** The part of an app owner that the log of changes stores: everything except the password (ADR 2). */
export type UserSnapshot = Omit<UserRow, keyof PasswordColumns | 'version'>;

/** The log's row of a deleted app owner. It has the apps of this owner, for a restore. */
export type DeletedUserSnapshot = UserSnapshot & { appIDs: string[] };

/** Returns the snapshot of an app owner as read. */
export function snapshotOf({
  id,
  userID,
  fullName,
  position,
  needsApproval,
  email,
  createdAt,
}: UserSnapshot): UserSnapshot {
  return { id, userID, fullName, position, needsApproval, email, createdAt };
}

/** An app owner read from the log. Every field added later needs a default here, for older entries. */
export const storedUser: z.ZodType<UserSnapshot> = z.object({
  id: z.string(),
  userID: z.string(),
  fullName: z.string(),
  position: z.string().default(''),
  needsApproval: z.enum(onOff).default('off'),
  email: z.string().default(''),
  createdAt: z.number(),
});
