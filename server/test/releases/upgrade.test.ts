import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adsAnswer } from '@adwarden/contract/ads';
import { countryNames, isCountryCode } from '@adwarden/contract/country-codes';
import type { TableMetadata } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../databases/postgres-database.ts';
import { adminEmail, buildTestServer, type TestServer } from '../servers/build-test-server.ts';
import { expectSame } from './compare.ts';
import { passwords, wordOfTheLog } from './fill.ts';
import { kinds, putPostgres, putSqlite, releaseFolder, secretKey, storedAnswers } from './open.ts';
import { askAll } from './stored.ts';

/* The stored database of each release, upgraded: it answers what that release answered. */

const releases = readdirSync(releaseFolder()).sort((a, b) =>
  a.localeCompare(b, 'en', { numeric: true }),
);

/** Columns that a release took away or made stricter: `table.column` and the release that did without it. */
const contracted: Record<string, string> = {};

const cases = releases.flatMap((release) => kinds.map((kind) => [release, kind] as const));
describe.each(cases)('the database of %s (%s)', (release, kind) => {
  if (kind === 'postgres' && !hasPostgres()) return test.skip('needs PostgreSQL', () => {});
  const stored = storedAnswers(release, kind);
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-release-'));
  let postgres: PostgresDatabase | undefined;
  let adwarden: TestServer;
  let address: string;
  let before: TableMetadata[];
  let after: TableMetadata[];
  let again: string[];

  beforeAll(async () => {
    if (kind === 'postgres') {
      postgres = await createPostgresDatabase();
      await putPostgres(release, postgres.url);
    } else putSqlite(release, dataDir);
    const connect = postgres && { url: postgres.url, pool: 2, prepare: true };
    const { db, close } = await openDatabase({ dataDir, postgres: connect });
    before = await db.introspection.getTables();
    await migrate(db);
    again = await migrate(db);
    after = await db.introspection.getTables();
    // A session ends by the database's clock: without this, those of a release would have ended long ago.
    const age = Date.now() - stored.at;
    await db
      .updateTable('session')
      .set(({ eb }) => ({
        createdAt: eb('createdAt', '+', age),
        lastSeenAt: eb('lastSeenAt', '+', age),
      }))
      .execute();
    await close();
    const place = postgres ? { DATABASE_URL: postgres.url } : {};
    adwarden = await buildTestServer(
      { DATA_DIR: dataDir, SECRET_KEY: secretKey, ...place },
      { database: kind, clock: () => stored.at },
    );
    address = await adwarden.listen();
  });
  afterAll(async () => {
    await adwarden?.close();
    await postgres?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('is migrated once', () => {
    expect(again).toEqual([]);
  });

  test('keeps every column that a node of that release reads and writes', () => {
    if (!releases.slice(-2).includes(release)) return;
    const columns = new Map(
      after.flatMap(({ name: table, columns }) =>
        columns.map((column) => [`${table}.${column.name}`, column] as const),
      ),
    );
    const known = new Set<string>();
    for (const { name: table, columns: old } of before) {
      for (const { name, dataType, isNullable } of old) {
        known.add(`${table}.${name}`);
        if (contracted[`${table}.${name}`]) continue;
        expect(columns.get(`${table}.${name}`), `${table}.${name}`).toMatchObject({
          dataType,
          isNullable,
        });
      }
    }
    const tables = new Set(before.map(({ name }) => name));
    for (const [name, column] of columns) {
      if (known.has(name) || !tables.has(name.split('.')[0] ?? '')) continue;
      expect(column.isNullable || column.hasDefaultValue, `${name} must have a default`).toBe(true);
    }
  });

  test('answers what it answered then, to the same sessions', async () => {
    expectSame(await askAll(address, stored.bearers), stored);
  });

  test('takes the passwords of then', async () => {
    const { admin, ...owners } = passwords;
    const answers = [
      await adwarden.call('adminSignIn', { body: { email: adminEmail, password: admin } }),
    ];
    for (const [userID, password] of Object.entries(owners)) {
      answers.push(await adwarden.call('userSignIn', { body: { userID, password } }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('stores "everywhere but these" so that a node of that release answers the same', async () => {
    const as = stored.bearers.admin;
    const { body } = await adwarden.call('getAllApp', { as, query: { page: 0 } });
    const { appID, authToken } = body.data[0];
    await adwarden.call('deleteConfigureApp', { as, id: appID });
    await adwarden.call('updateApp', { as, id: appID, body: { ipAddress: 'on' } });
    const form = { id: appID, country: '!RU,!CN' };
    const added = await adwarden.call('addConfigureApp', { as, body: form });
    expect(added.status, added.text).toBe(200);
    // Every release has made the list of its ads answer from this column.
    const { countryCodes } = await adwarden.db
      .selectFrom('app_configuration')
      .select('countryCodes')
      .where('appID', '=', appID)
      .executeTakeFirstOrThrow();
    const codes = countryCodes.split(',');
    const url = `${address}/api/getAds?appID=${appID}&authToken=${authToken}`;
    await expect
      .poll(async () => adsAnswer.parse(await (await fetch(url)).json()).data.country)
      .toEqual(codes);
    expect(codes).toHaveLength(countryNames().length - 2);
    expect(codes.filter((code) => !isCountryCode(code) || code === 'RU')).toEqual([]);
  });

  test('has a log that is searched', async () => {
    const query = { search: wordOfTheLog };
    const { body } = await adwarden.call('getChanges', { as: stored.bearers.admin, query });
    expect(body.data.map(({ action }: { action: string }) => action)).toContain('update');
    for (const { diff } of body.data) expect(JSON.stringify(diff)).toContain(wordOfTheLog);
  });
});
