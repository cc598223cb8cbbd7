import { appFields } from '@adwarden/contract/apps';
import type { LoggedWrite } from '../../../changes/change-log.ts';
import { eachField, type Keeper } from '../../../changes/keeper.ts';
import type { Db } from '../../../db/schema.ts';
import * as store from '../../../edits/apps.store.ts';
import {
  type AppSnapshot,
  type DeletedAppSnapshot,
  type LostConfiguration,
  nobody,
  snapshotOf,
  storedApp,
} from '../../../edits/apps.table.ts';
import { writeApps } from '../../../edits/edits.write.service.ts';
import { someWriter } from '../../../sight/secrets.policy.ts';
import { readApp } from '../apps.lookup.service.ts';

/** Writes the configuration of an app that was deleted and is being restored, with its entry in the log. */
export type RestoreConfiguration = (
  write: LoggedWrite,
  appID: string,
  configuration: LostConfiguration,
) => Promise<unknown>;

type Row = AppSnapshot | DeletedAppSnapshot;

/**
 * Builds the keeper that restores an app (ADR 28 "Writes"). An existing app keeps its tokens: an old token must not become valid
 * again. A deleted app gets back its id and creation time. Its configuration and its valid tokens come from the entry of the last
 * delete, because an older entry may hold tokens that were rotated away later. An owner or an icon that no longer exists is left
 * empty.
 */
export function createAppKeeper(deps: {
  restoreConfiguration: RestoreConfiguration;
  isIconStored: (db: Db, hash: string) => Promise<boolean>;
}): Keeper<Row> {
  const { restoreConfiguration, isIconStored } = deps;
  return {
    thing: 'application',
    stored: storedApp,
    groups: [
      ...eachField('iconHash', ...appFields),
      { name: 'fullName', fields: ['ownerId', 'userID', 'fullName'] },
    ],

    async read(db, appID) {
      const row = await store.findApp(db, appID);
      return row ? snapshotOf(row, (await store.tokensOf(db, [appID])).get(appID) ?? []) : null;
    },

    async settle(db, wanted, { now, lastDelete, at }): Promise<AppSnapshot> {
      const { configuration: _, ...fields } = { configuration: null, ...wanted };
      const { appID, ownerId, iconHash } = fields;
      if (!now && !lastDelete) {
        throw new Error(`App ${appID} does not exist, and the log has no delete of it`);
      }
      return {
        ...fields,
        ...((ownerId && (await store.findOwner(db, { id: ownerId }))) || nobody),
        iconHash: (await isIconStored(db, iconHash)) ? iconHash : '',
        tokens:
          now?.tokens ??
          (lastDelete?.tokens ?? []).filter(({ until }) => until === null || until > at),
      };
    },

    async write(write, row, { action, now, lastDelete }) {
      const { appID } = row;
      const lost = !now && lastDelete && 'configuration' in lastDelete && lastDelete.configuration;
      const { configuration: _, ...after } = { configuration: null, ...row };
      await writeApps(write, [{ appID, action, before: now, after, configuration: null }]);
      if (lost) await restoreConfiguration(write, appID, lost);
    },

    answer: async (db, appID) => ({ entity: 'app', app: await readApp(db, someWriter, appID) }),
  };
}
