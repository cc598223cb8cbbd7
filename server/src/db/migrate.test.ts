import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { type Migrations, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const later: Migrations = {
  ...migrations,
  '9999-later': {
    async up(db) {
      await sql`create table later (id integer)`.execute(db);
    },
  },
};
const failing: Migrations = {
  ...migrations,
  '9999-failing': {
    async up(db) {
      await sql`create table half (id integer)`.execute(db);
      throw new Error('no further');
    },
  },
};

it('runs each migration once, by two who start together too, and gives one epoch', async () => {
  const [one, two] = await Promise.all([openDatabase({ dataDir }), openDatabase({ dataDir })]);
  const ran = await Promise.all([migrate(one.db), migrate(two.db)]);
  expect(ran.flat()).toEqual(Object.keys(migrations));
  const meta = await one.db.selectFrom('meta').selectAll().where('name', '=', 'epoch').execute();
  expect(meta).toEqual([{ name: 'epoch', value: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  await Promise.all([one.close(), two.close()]);
});

it('leaves nothing of a migration that failed', async () => {
  const { db, close } = await openDatabase({ dataDir });
  await migrate(db);
  await expect(migrate(db, failing)).rejects.toThrow('no further');
  const tables = await db.introspection.getTables();
  expect(tables.map((table) => table.name)).not.toContain('half');
  expect(await migrate(db)).toEqual([]);
  await close();
});

it('refuses a database of a newer version in one line', async () => {
  const { db, close } = await openDatabase({ dataDir });
  expect(await migrate(db, later)).toContain('9999-later');
  await expect(migrate(db)).rejects.toThrow(/^The database is of a newer version.*9999-later.*$/);
  await close();
});
