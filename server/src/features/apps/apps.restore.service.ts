import type { LoggedWrite } from '../../changes/change-log.ts';
import * as store from './apps.store.ts';
import {
  type AppSnapshot,
  type DeletedAppSnapshot,
  type LostConfiguration,
  nobody,
} from './apps.table.ts';

/** Writes the configuration of an app that was deleted and is back, with its entry in the log. */
export type RestoreConfiguration = (
  write: LoggedWrite,
  appID: string,
  configuration: LostConfiguration,
) => Promise<unknown>;

/**
 * Puts an app back as `snapshot` has it (design, section 4 "Writes"). One that exists keeps its tokens,
 * for a rotated-away one must not come back. A deleted one gets its old id and creation time, and from
 * `lastDelete` the tokens that are still good and the configuration: an older snapshot may hold tokens
 * that were rotated away later. An owner or an icon that is gone means none.
 */
export async function restoreApp(
  write: LoggedWrite,
  snapshot: AppSnapshot | DeletedAppSnapshot,
  lastDelete: DeletedAppSnapshot | null,
  restoreConfiguration: RestoreConfiguration,
): Promise<void> {
  const { tx, at, log } = write;
  const { configuration: _, ...fields } = { configuration: null, ...snapshot };
  const { appID, ownerId, iconHash } = fields;
  const exists = (await store.findApp(tx, appID)) !== undefined;
  if (!exists && !lastDelete)
    throw new Error(`App ${appID} is gone, and the log has no delete of it`);

  const tokens = exists
    ? ((await store.tokensOf(tx, [appID])).get(appID) ?? [])
    : (lastDelete?.tokens ?? []).filter(({ until }) => until === null || until > at);
  const row: AppSnapshot = {
    ...fields,
    ...((ownerId && (await store.findOwner(tx, { id: ownerId }))) || nobody),
    iconHash: (await store.hasIcon(tx, iconHash)) ? iconHash : '',
    tokens,
  };
  const [version = 0] = await log({ entity: 'app', key: appID, action: 'restore', row });
  if (exists) return store.updateApp(tx, row, version, at);
  await store.insertApp(tx, row, version, at);
  if (lastDelete?.configuration) await restoreConfiguration(write, appID, lastDelete.configuration);
}
