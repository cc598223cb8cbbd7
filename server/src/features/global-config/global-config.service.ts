import { type ApiMethod, apiMethods, type GlobalConfig } from '@adwarden/contract/global-config';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Db } from '../../db/schema.ts';
import type { Author } from '../../http/actor.ts';
import type { Seal } from '../../kit/seal.ts';
import { type Reader, someWriter } from '../../sight/secrets.policy.ts';
import { presentGlobalConfig, type SealedSetting, sealPurpose } from './global-config.present.ts';
import { readGlobalSettings, writeGlobalSetting } from './global-config.store.ts';

/** Reads and writes the global settings; each write returns all of them. */
export type GlobalConfigService = {
  read(reader: Reader): Promise<GlobalConfig>;
  /** Reads the settings for finding callers. A key that is missing, or that cannot be opened, is ''. */
  readForCallers(): Promise<{ apiMethod: ApiMethod; ipInfoToken: string; vpnApiKey: string }>;
  setApiMethod(author: Author, method: ApiMethod): Promise<GlobalConfig>;
  /** Sets a key; the empty string removes it. */
  setKey(author: Author, name: SealedSetting, key: string): Promise<GlobalConfig>;
};

/** Builds the service of the global settings; keys are sealed at rest, and the log of changes only learns whether one is set. */
export function createGlobalConfigService(deps: {
  db: Db;
  changeLog: ChangeLog;
  seal: Seal;
}): GlobalConfigService {
  const { db, changeLog, seal } = deps;

  const set = (author: Author, name: string, value: string, logged: string) =>
    changeLog(author, async ({ tx, log }) => {
      const action = (await readGlobalSettings(tx)).has(name) ? 'update' : 'create';
      await log({ entity: 'global-config', key: name, action, row: { [name]: logged } });
      await writeGlobalSetting(tx, name, value);
      return presentGlobalConfig(someWriter, await readGlobalSettings(tx), seal);
    });

  return {
    read: async (reader) => presentGlobalConfig(reader, await readGlobalSettings(db), seal),
    async readForCallers() {
      const settings = await readGlobalSettings(db);
      const opened = (name: SealedSetting) =>
        seal.open(settings.get(name) ?? '', sealPurpose(name)) ?? '';
      return {
        apiMethod: apiMethods.find((method) => method === settings.get('apiMethod')) ?? '',
        ipInfoToken: opened('ipInfoToken'),
        vpnApiKey: opened('vpnApiKey'),
      };
    },
    setApiMethod: (author, method) => set(author, 'apiMethod', method, method),
    setKey: (author, name, key) =>
      key === ''
        ? set(author, name, '', '')
        : set(author, name, seal.close(key, sealPurpose(name)), 'set'),
  };
}
