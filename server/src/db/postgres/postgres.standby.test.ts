import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresPair, startPostgresPair } from '../../../../deploy/programs/postgres.ts';
import { failure } from '../../../test/databases/on-postgres.ts';
import { hasPostgres } from '../../../test/databases/postgres-database.ts';
import type { Database } from '../database.ts';
import { isDatabaseGone, isReadOnly } from '../errors.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';

/* A real primary, and a real standby that takes over. */

describe.skipIf(!hasPostgres())('PostgreSQL with a standby', () => {
  let pair: PostgresPair;
  const open = (url: string) =>
    openDatabase({ dataDir: '', postgres: { url, pool: 4, prepare: true } });
  const addTo = (database: Database, categoryName: string) =>
    database.db.transaction().execute(async (tx) => {
      await tx.insertInto('category').values({ categoryName, position: 0 }).execute();
    });
  const namesIn = async (database: Database) => {
    const rows = await database.db.selectFrom('category').select('categoryName').execute();
    return rows.map(({ categoryName }) => categoryName);
  };

  beforeAll(async () => {
    pair = await startPostgresPair();
  });
  afterAll(() => pair?.remove());

  test('writes on the primary, whichever host is named first, and knows a standby when it is promoted', async () => {
    const primary = await open(pair.primary.url);
    await migrate(primary.db);
    await addTo(primary, 'on the primary');
    await primary.close();

    const [, first, second] = /@([^,]+),([^/]+)/.exec(pair.url) ?? [];
    const turned = await open(pair.url.replace(`${first},${second}`, `${second},${first}`));
    await addTo(turned, 'with the standby named first');

    const far = await open(pair.standby.url);
    // The standby follows a moment later; until then it does not even have the table.
    await expect
      .poll(() => namesIn(far).catch(() => []), { message: 'a standby is read' })
      .toContain('with the standby named first');
    const error = await failure(addTo(far, 'on the standby'));
    expect(isReadOnly(error), String(error)).toBe(true);
    expect(isDatabaseGone(error)).toBe(true);
    const single = far.db.insertInto('category').values({ categoryName: 'x', position: 0 });
    expect(isReadOnly(await failure(single.execute()))).toBe(true);

    await pair.primary.kill();
    pair.standby.promote();
    await addTo(far, 'after the promotion');
    // The first query may still find its old connection.
    await expect.poll(() => failure(addTo(turned, 'by both hosts'))).toBe(null);
    expect((await namesIn(turned)).sort()).toEqual(
      expect.arrayContaining([
        'after the promotion',
        'by both hosts',
        'on the primary',
        'with the standby named first',
      ]),
    );
    await far.close();
    await turned.close();
  });

  test('says quickly that no host of several can be used', async () => {
    const nowhere = pair.url.replace(/:\d+,/, ':1,').replace(/:\d+\//, ':2/');
    const began = process.cpuUsage();
    const error = await failure(open(nowhere));
    expect(error.message).toMatch(
      /^DATABASE_URL cannot be used: 127.0.0.1:1 ECONNREFUSED.*; 127.0.0.1:2 ECONNREFUSED/,
    );
    // It does not ask over and over either: the processor time stays low.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000);
  });
});
