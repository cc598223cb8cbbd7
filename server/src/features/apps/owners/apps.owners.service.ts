import type { LoggedWrite } from '../../../changes/change-log.ts';
import * as store from '../apps.store.ts';
import { type AppOwner, type AppRow, nobody, snapshotOf } from '../apps.table.ts';

/** How many apps get another owner in one step: a user may own 10,000, and the ads must not wait for them. */
const batch = 100;

/** Writes one entry of the log for each app, then all apps. */
async function giveTo(write: LoggedWrite, rows: AppRow[], owner: AppOwner): Promise<string[]> {
  const { tx, at, log } = write;
  const appIDs = rows.map(({ appID }) => appID);
  if (appIDs.length === 0) return [];
  const tokens = await store.tokensOf(tx, appIDs);
  await log(
    ...rows.map((row) => ({
      entity: 'app' as const,
      key: row.appID,
      action: 'update' as const,
      row: { ...snapshotOf(row, tokens.get(row.appID) ?? []), ...owner },
    })),
  );
  await store.setOwner(tx, appIDs, owner.ownerId, at);
  return appIDs;
}

/** Removes the owner of all apps of a user who is being deleted, and returns the app IDs (ADR 28 "Writes"). */
export async function unassignApps(write: LoggedWrite, userId: string): Promise<string[]> {
  const appIDs: string[] = [];
  for (;;) {
    const rows = await store.someAppsOf(write.tx, userId, batch);
    if (rows.length === 0) return appIDs;
    appIDs.push(...(await giveTo(write, rows, nobody)));
  }
}

/** Gives a restored user the apps back that still exist and have no owner. */
export async function reassignApps(
  write: LoggedWrite,
  appIDs: string[],
  userId: string,
): Promise<void> {
  const owner = await store.findOwner(write.tx, { id: userId });
  if (!owner) throw new Error(`Apps cannot be given to user ${userId}, who does not exist`);
  for (let start = 0; start < appIDs.length; start += batch) {
    const rows = await store.unownedAmong(write.tx, appIDs.slice(start, start + batch));
    await giveTo(write, rows, owner);
  }
}
