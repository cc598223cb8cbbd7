import type { LoggedWrite } from '../../../changes/change-log.ts';
import type { Actor } from '../../../http/actor.ts';
import {
  type AppOfMany,
  type BecameOfApp,
  changed,
  findEach,
  hasOtherCountries,
  since,
  skipped,
} from './apps.many.find.service.ts';
import { deleteApps } from './apps.many.store.ts';

/** Deletes apps with their tokens and configurations; the log keeps all three for a restore. */
export async function removeMany(
  write: LoggedWrite,
  actor: Actor,
  apps: AppOfMany[],
): Promise<Map<string, BecameOfApp>> {
  const { tx, log } = write;
  const { became, found: existing } = await findEach(write, actor, apps);
  const found = existing.filter(({ wanted, app }) => !hasOtherCountries(wanted, app));
  for (const { wanted } of existing) became.set(wanted.appID, skipped(since));
  const action = 'delete' as const;
  const entries = found.flatMap(({ app: { snapshot, configuration } }) => {
    const key = snapshot.appID;
    const row = { appID: key, ...configuration };
    return [
      ...(configuration ? [{ entity: 'app-configuration' as const, key, action, row }] : []),
      { entity: 'app' as const, key, action, row: { ...snapshot, configuration } },
    ];
  });
  await log(...entries);
  const appIDs = found.map(({ wanted: { appID } }) => appID);
  await deleteApps(tx, appIDs);
  for (const appID of appIDs) became.set(appID, changed);
  return became;
}
