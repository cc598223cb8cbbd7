import type { LoggedWrite } from '../../changes/change-log.ts';
import * as store from './users.store.ts';
import { type DeletedUserSnapshot, snapshotOf, type UserSnapshot } from './users.table.ts';

/** Gives apps back to a user, those that exist and belong to nobody. */
export type ReassignApps = (write: LoggedWrite, appIDs: string[], userId: string) => Promise<void>;

/**
 * Puts an app owner back as `snapshot` has it (design, section 4 "Writes"). One who exists keeps the
 * password; a deleted one gets the old id and, from `lastDelete`, the apps back, and needs a new password
 * before signing in. A login id that is taken is refused (409).
 */
export async function restoreUser(
  write: LoggedWrite,
  snapshot: UserSnapshot,
  lastDelete: DeletedUserSnapshot | null,
  reassignApps: ReassignApps,
): Promise<void> {
  const { tx, log } = write;
  const row = snapshotOf(snapshot);
  const { id, userID } = row;
  await store.mustBeFree(tx, userID, id);
  const [version = 0] = await log({ entity: 'user', key: id, action: 'restore', row });
  if (await store.findUser(tx, id)) return store.updateUser(tx, row, version, null);
  await store.insertUser(tx, { ...row, passwordHash: '', passwordSealed: '', version });
  await reassignApps(write, lastDelete?.appIDs ?? [], id);
}
