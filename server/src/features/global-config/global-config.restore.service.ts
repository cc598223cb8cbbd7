import { z } from 'zod';
import { eachField, type Keeper } from '../../changes/keeper.ts';
import type { Db } from '../../db/schema.ts';
import { readGlobalSettings, writeGlobalSetting } from './global-config.store.ts';

type Row = { apiMethod: string };

const read = async (db: Db): Promise<Row> => ({
  apiMethod: (await readGlobalSettings(db)).get('apiMethod') ?? '',
});

/** The keeper of the API method. Keys cannot be restored: the log only says whether a key was set. */
export const apiMethodKeeper: Keeper<Row> = {
  thing: 'API method',
  stored: z.object({ apiMethod: z.string() }),
  groups: eachField('apiMethod'),
  origin: { apiMethod: '' },
  read,
  settle: async (_, { apiMethod }) => ({ apiMethod }),
  async write({ tx, log }, row, { action }) {
    await log({ entity: 'global-config', key: 'apiMethod', action, row });
    await writeGlobalSetting(tx, 'apiMethod', row.apiMethod);
  },
  answer: async (db) => ({ entity: 'global-config', ...(await read(db)) }),
};
