import { expect } from 'vitest';
import type { Db } from '../../src/db/schema.ts';

/**
 * Expects that a batch has turned off the ads of all apps, each exactly once: the log has one entry of the batch for each
 * app, and the number of this entry (seq) is the app's version.
 */
export async function expectOnce(db: Db, batch: string, count: number): Promise<void> {
  const apps = await db.selectFrom('app').select(['appID', 'adsStatus', 'version']).execute();
  expect(new Set(apps.map(({ adsStatus }) => adsStatus))).toEqual(new Set(['off']));
  const entries = await db
    .selectFrom('change')
    .select(['key', 'seq'])
    .where('batch', '=', batch)
    .execute();
  expect(entries).toHaveLength(count);
  const seqs = new Map(entries.map(({ key, seq }) => [key, seq]));
  expect(apps.filter(({ appID, version }) => seqs.get(appID) !== version)).toEqual([]);
}
