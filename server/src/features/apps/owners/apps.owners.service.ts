import type { LoggedWrite } from '../../../changes/change-log.ts';
import * as store from '../../../edits/apps.store.ts';
import { type AppOwner, nobody } from '../../../edits/apps.table.ts';
import { writeApps } from '../../../edits/edits.write.service.ts';

/** The number of apps that get another owner in one step: a user may own 10,000, and ads must not wait for them. */
const batch = 100;

/** Gives apps to an owner, with an entry of the log for each. */
async function giveTo(write: LoggedWrite, appIDs: string[], owner: AppOwner): Promise<void> {
  const apps = await store.wholeApps(write.tx, appIDs);
  await writeApps(
    write,
    [...apps].map(([appID, { snapshot: before, configuration }]) => ({
      appID,
      action: 'update',
      before,
      after: { ...before, ...owner },
      configuration,
    })),
  );
}

/** Removes the owner of all apps of a user who is being deleted, and returns the app IDs (ADR 28 "Writes"). */
export async function unassignApps(write: LoggedWrite, userId: string): Promise<string[]> {
  const appIDs: string[] = [];
  for (;;) {
    const some = await store.someAppsOf(write.tx, userId, batch);
    if (some.length === 0) return appIDs;
    await giveTo(write, some, nobody);
    appIDs.push(...some);
  }
}

/** Gives the apps that still exist and have no owner back to a restored user. */
export async function reassignApps(
  write: LoggedWrite,
  appIDs: string[],
  userId: string,
): Promise<void> {
  const owner = await store.findOwner(write.tx, { id: userId });
  if (!owner) throw new Error(`Apps cannot be given to user ${userId}, who does not exist`);
  for (let start = 0; start < appIDs.length; start += batch) {
    const some = await store.unownedAmong(write.tx, appIDs.slice(start, start + batch));
    await giveTo(write, some, owner);
  }
}
