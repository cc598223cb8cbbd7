import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Expression, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../../test/databases/postgres-database.ts';
import type { Database } from './database.ts';
import { type Migrations, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open-database.ts';
import type { Db } from './schema.ts';
import { appsHolding, changesHolding, usersHolding } from './text-search.ts';

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

/** Migrates as a start does: tries again when another one has held the lock of SQLite for too long. */
async function migrateInTurn(db: Db): Promise<string[]> {
  for (;;) {
    try {
      return await migrate(db);
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    }
  }
}

const appColumns = `"appID", "appName", "packageName", "accountName", "category", "adsStatus", "appStatus",
  "visibleExtra", "ipAddress", "note", "adUnits", "iconHash", "version", "createdAt", "updatedAt"`;

describe.each(['sqlite', 'postgres'] as const)('migrations (%s)', (kind) => {
  describe.skipIf(kind === 'postgres' && !hasPostgres())('of an empty database', () => {
    let dataDir: string;
    let server: PostgresDatabase | undefined;
    const opened: Database[] = [];
    const open = async () => {
      const postgres = server && { url: server.url, pool: 3, prepare: true };
      const database = await openDatabase({ dataDir, postgres });
      opened.push(database);
      return database.db;
    };
    beforeEach(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
      if (kind === 'postgres') server = await createPostgresDatabase();
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()));
      await server?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('runs each migration once, by several who start together too, and gives one epoch', async () => {
      const nodes = [await open(), await open(), await open()];
      const ran = await Promise.all(nodes.map(migrateInTurn));
      expect(ran.flat()).toEqual(Object.keys(migrations));
      for (const db of nodes) {
        const meta = await db.selectFrom('meta').selectAll().where('name', '=', 'epoch').execute();
        expect(meta).toEqual([{ name: 'epoch', value: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
      }
    });

    it('leaves nothing of a migration that failed', async () => {
      const db = await open();
      await migrate(db);
      await expect(migrate(db, failing)).rejects.toThrow('no further');
      const tables = await db.introspection.getTables();
      expect(tables.map((table) => table.name)).not.toContain('half');
      expect(await migrate(db)).toEqual([]);
    });

    it('gives each app of a batch a row, also of a batch that runs and of its undo', async () => {
      const db = await open();
      const before = Object.entries(migrations).filter(([name]) => name < '0015');
      await migrate(db, Object.fromEntries(before));
      const batches = [
        ['done', 'done', null],
        ['undo', 'running', 'done'],
        ['half', 'running', null],
        ['shown', 'preview', null],
      ] as const;
      for (const [id, state, undoOf] of batches) {
        await sql`insert into batch (id, state, kind, title, change, session, "authorKind", "authorId",
          "authorName", "authorLogin", "authorAddress", facts, "createdAt", "undoOf")
          values (${id}, ${state}, 'import', '', '{}', '', 'admin', 'a', '', '', '', '{}', 1,
          ${undoOf})`.execute(db);
      }
      const part = (
        batchID: string,
        outcome: string,
        place: number,
        apps: object[],
        done: object[],
      ) =>
        sql`insert into batch_part ("batchID", outcome, place, size, outcomes, apps) values
          (${batchID}, ${outcome}, ${place}, 0, ${JSON.stringify(done)},
          ${apps.length > 0 ? JSON.stringify(apps) : ''})`.execute(db);
      const app = (appID: string, more = {}) => ({ appID, appName: appID.toUpperCase(), ...more });
      const changed = { outcome: 'changed', reason: '' };
      const many = Array.from({ length: 200 }, (_, index) => app(`a${index}`, { version: 7 }));
      const became = many.map((_, index) =>
        index % 2 ? { outcome: 'failed', reason: 'x'.repeat(900) } : changed,
      );
      await part('done', 'changed', 0, many, became);
      const last = { row: 3, changes: { note: 'é' } };
      await part('done', 'changed', 1, [app('b', last)], [{ ...changed, request: 'r1' }]);
      await part('done', 'refused', 0, [app('no')], []);
      await part('undo', 'changed', 0, [], [changed, { outcome: 'skipped', reason: 'late' }]);
      await part('undo', 'changed', 1, [], []);
      await part('half', 'created', 0, [app('n1'), app('n2')], [changed]);
      await part('shown', 'changed', 0, [app('p')], []);

      await migrate(db);
      const rows = await db.selectFrom('batch_app').selectAll().orderBy('place').execute();
      const of = (id: string) => rows.filter(({ batchID }) => batchID === id);
      expect(of('done')).toHaveLength(201);
      expect(of('done')[3]).toMatchObject({ appID: 'a3', version: 7, became: 'failed', place: 3 });
      expect(of('done')[3]?.reason).toHaveLength(500);
      expect(of('done')[200]).toMatchObject({
        appID: 'b',
        appName: 'B',
        fileRow: 3,
        version: null,
        changes: '{"note":"é"}',
        became: 'changed',
        request: 'r1',
        place: 200,
      });
      expect(of('undo')).toMatchObject([
        { appID: 'a0', place: 0, became: 'changed' },
        { appID: 'a2', place: 2, became: 'skipped', reason: 'late' },
      ]);
      expect(of('half').map((row) => row.became)).toEqual(['changed', 'waiting']);
      const left = await db.selectFrom('batch').select('id').orderBy('id').execute();
      expect(left.map(({ id }) => id)).toEqual(['done', 'half', 'undo']);
    });

    it('keeps the counts of requests, and tells the totals of all apps apart by country', async () => {
      const db = await open();
      const before = Object.entries(migrations).filter(([name]) => name < '0024');
      await migrate(db, Object.fromEntries(before));
      const count = (day: number, appID: string, country: string, ...counts: number[]) =>
        sql`insert into app_usage
          (day, "appID", country, ok, "notModified", "oldToken", "wrongToken", "turnedOff")
          values (${sql.join([day, appID, country, ...counts])})`.execute(db);
      await count(1, 'a', 'DE', 1, 2, 3, 4, 5);
      await count(1, 'b', 'DE', 10, 20, 30, 40, 50);
      await count(1, 'b', 'FR', 100, 0, 0, 0, 0);
      await count(1, 'b', '', 1000, 0, 0, 0, 0);
      await count(1, '', '', 0, 0, 0, 7, 0);
      // After pruning, the total may have more than the rows of the apps.
      await count(1, '*', '', 1116, 22, 33, 44, 55);
      await count(2, 'a', '', 6, 0, 0, 0, 0);
      await count(2, '*', '', 6, 0, 0, 0, 0);
      const rows = async () =>
        (
          await db
            .selectFrom('app_usage')
            .select(['day', 'appID', 'country', 'ok', 'notModified', 'oldToken', 'wrongToken'])
            .select('turnedOff')
            .orderBy('day')
            .orderBy('appID')
            .orderBy('country')
            .execute()
        ).map((row) => Object.values(row).join(' '));
      const was = await rows();
      await migrate(db);
      const is = await rows();
      const ofApps = (all: string[]) => all.filter((row) => !row.includes('*'));
      expect(ofApps(is)).toEqual(ofApps(was));
      expect(is.filter((row) => row.includes('*'))).toEqual([
        '1 *  1005 0 0 0 0',
        '1 * DE 11 22 33 44 55',
        '1 * FR 100 0 0 0 0',
        '2 *  6 0 0 0 0',
      ]);
      const { on } = await db
        .selectFrom('app_usage')
        .select(({ fn }) => fn.sum('on').as('on'))
        .executeTakeFirstOrThrow();
      expect(Number(on), 'nobody knows their outcome').toBe(0);
    });

    it('gives users and configurations the version that the log has of them', async () => {
      const db = await open();
      const before = Object.entries(migrations).filter(([name]) => name < '0004');
      await migrate(db, Object.fromEntries(before));
      const insert = (table: string, columns: string, values: string) =>
        sql.raw(`insert into "${table}" (${columns}) values (${values})`).execute(db);
      const userColumns =
        '"id", "userID", "userIDKey", "fullName", "position", "passwordHash", "passwordSealed", "createdAt"';
      for (const id of ['logged', 'never']) {
        await insert('app_user', userColumns, `'${id}', '${id}', '${id}', '', '', '', '', 1`);
      }
      await insert(
        'app',
        appColumns,
        `'logged', '', '', '', '', 'on', 'live', 'on', 'on', '', '{}', '', 9, 1, 1`,
      );
      await insert(
        'app_configuration',
        '"appID", "country", "countryCodes", "createdAt"',
        `'logged', 'DE', 'DE', 1`,
      );
      const log = (seq: number, entity: string) =>
        insert(
          'change',
          '"seq", "at", "actorKind", "actorId", "actorName", "address", "entity", "key", "action", "row"',
          `${seq}, 1, 'admin', '', '', '', '${entity}', 'logged', 'update', '{}'`,
        );
      const entries = ['user', 'user', 'app-configuration', 'app'];
      for (const [index, entity] of entries.entries()) await log(11 + index, entity);

      await migrate(db);
      const users = await db
        .selectFrom('app_user')
        .select(['id', 'version'])
        .orderBy('id')
        .execute();
      expect(users).toEqual([
        { id: 'logged', version: 12 },
        { id: 'never', version: 0 },
      ]);
      const [configuration] = await db.selectFrom('app_configuration').select('version').execute();
      expect(configuration).toEqual({ version: 13 });
    });

    it('keeps what phones get where a sign of exceptions was read as nothing', async () => {
      const db = await open();
      const before = Object.entries(migrations).filter(([name]) => name < '0038');
      await migrate(db, Object.fromEntries(before));
      const configurations = [
        { country: '!RU', countryCodes: 'RU' },
        { country: 'IN,DE!', countryCodes: 'IN,DE' },
        { country: 'Germany', countryCodes: 'DE' },
      ];
      for (const [index, { country, countryCodes }] of configurations.entries()) {
        const appID = `signed${index}`;
        const row = sql.join([appID, country, countryCodes, 1]);
        await sql`insert into app (${sql.raw(appColumns)}) values
          (${appID}, '', '', '', '', 'on', 'live', 'on', 'on', '', '{}', '', 9, 1, 1)`.execute(db);
        await sql`insert into app_configuration ("appID", country, "countryCodes", "createdAt")
          values (${row})`.execute(db);
      }
      await migrate(db);
      const after = await db
        .selectFrom('app_configuration')
        .select(['country', 'countryCodes'])
        .where('appID', 'like', 'signed%')
        .orderBy('appID')
        .execute();
      expect(after).toEqual([
        { country: 'RU', countryCodes: 'RU' },
        { country: 'IN,DE', countryCodes: 'IN,DE' },
        { country: 'Germany', countryCodes: 'DE' },
      ]);
    });

    it('makes entries that were written before the index searchable', async () => {
      const db = await open();
      const before = Object.entries(migrations).filter(([name]) => name < '0006');
      await migrate(db, Object.fromEntries(before));
      const entry = (seq: number, row: object) => ({
        seq,
        at: 1,
        actorKind: 'admin',
        actorId: '',
        actorName: 'Morgan Quay',
        address: '',
        entity: 'app',
        key: 'old',
        action: 'update',
        row: JSON.stringify(row),
      });
      const kept = { appName: 'Old', tokens: [{ token: 'secret-token' }], count: 1 };
      const rows = [{ note: 'first' }, { note: 'second' }, { note: 'second', count: 2 }];
      await db
        .insertInto('change')
        .values(rows.map((row, index) => entry(index + 1, { ...kept, ...row })))
        .execute();

      await migrate(db);
      const found = async (word: string) =>
        (await changesHolding(db, [word], { after: 0, upTo: 99 }).execute())
          .map(({ seq }) => seq)
          .sort();
      expect(await found('first')).toEqual([1, 2]);
      expect(await found('second')).toEqual([2]);
      expect(await found('quay')).toEqual([1, 2, 3]);
      expect(await found('secret-token')).toEqual([]);
    });

    it('folds texts that were written before for searches, and those of nodes of the release before', async () => {
      const db = await open();
      const before = Object.entries(migrations).filter(([name]) => name < '0041');
      await migrate(db, Object.fromEntries(before));
      const entry = (seq: number, entity: string, appName: string | undefined) =>
        db
          .insertInto('change')
          .values({
            seq,
            at: 1,
            actorKind: 'admin',
            actorId: '',
            actorName: 'Zoë',
            address: '',
            entity,
            key: 'old',
            action: 'update',
            row: JSON.stringify({ appName, tokens: [], seq }),
          })
          .execute();
      const app = (appID: string, name: string) =>
        sql`insert into app (${sql.raw(appColumns)}) values (${appID}, ${name}, ${`com.${name}`}, ${name},
          '', 'on', 'live', 'on', 'on', '', ${`{"reward1":"${name}"}`}, '', 9, 1, 1)`.execute(db);
      const user = (id: string, fullName: string) =>
        sql`insert into app_user (id, "userID", "userIDKey", "fullName", position, "passwordHash",
          "passwordSealed", "createdAt") values (${id}, ${id}, ${id}, ${fullName}, '', '', '', 1)`.execute(
          db,
        );
      await app('old', 'Straße');
      await app('plain', 'Laka');
      await user('old', 'Ælfrið');
      await entry(1, 'app', 'Straße');
      await entry(2, 'app-configuration', undefined);
      // This entry is found by the name that the app had then.
      await sql`update app set "appName" = 'Łąka', "packageName" = 'com.Łąka', "accountName" = 'Łąka'
        where "appID" = 'old'`.execute(db);

      await migrate(db);
      // A node of the previous release writes these rows.
      await app('new', 'ŁĄKA');
      await user('new', 'ÆLFRIÐ');
      await entry(3, 'app', 'STRASSE');

      const changes = await changesHolding(db, ['strasse'], { after: 0, upTo: 99 }).execute();
      expect(changes.map(({ seq }) => seq).sort()).toEqual([1, 2, 3]);
      const byPerson = await changesHolding(db, ['ZOE'], { after: 0, upTo: 99 }).execute();
      expect(byPerson).toHaveLength(3);
      const users = await usersHolding(db, 'aelfrid', ['fullName']).execute();
      expect(users.map(({ id }) => id).sort()).toEqual(['new', 'old']);
      const ids = async (found: Expression<{ id: number }>) =>
        (
          await db
            .selectFrom('app_list')
            .select('appID')
            .where(sql<boolean>`app_list.id in ${found}`)
            .orderBy('appID')
            .execute()
        ).map(({ appID }) => appID);
      for (const column of [undefined, 'appName', 'packageName', 'accountName'] as const) {
        expect(await ids(appsHolding(db, 'laka', column)), column).toEqual(['new', 'old', 'plain']);
      }
      const folds = await db
        .selectFrom('app_list')
        .select(['appID', 'nameFold', 'packageFold', 'accountFold', 'ownerFold'])
        .orderBy('appID')
        .execute();
      const folded = {
        nameFold: 'laka',
        packageFold: 'com.laka',
        accountFold: 'laka',
        ownerFold: null,
      };
      const none = { nameFold: null, packageFold: null, accountFold: null, ownerFold: null };
      expect(folds).toEqual([
        { appID: 'new', ...folded },
        { appID: 'old', ...folded },
        { appID: 'plain', ...none },
      ]);
    });

    it('refuses a database of a newer version in one line', async () => {
      const db = await open();
      expect(await migrate(db, later)).toContain('9999-later');
      await expect(migrate(db)).rejects.toThrow(
        /^The database is of a newer version.*9999-later, made by Adwarden \d.*: start that version, or restore a backup from before$/,
      );
    });

    it('refuses one of a commit between two releases in one line', async () => {
      const db = await open();
      await migrate(db);
      const [before = '', last = ''] = Object.keys(migrations).sort().slice(-2);
      await sql`delete from kysely_migration where name = ${before}`.execute(db);
      await expect(migrate(db)).rejects.toThrow(
        new RegExp(
          `^The database is of a version between two releases.*has ${last} without ${before}`,
        ),
      );
    });

    if (kind === 'sqlite') return;
    it('may take longer than any other statement', async () => {
      const db = await open();
      const limits: unknown[] = [];
      const patient: Migrations = {
        ...migrations,
        '9999-patient': {
          async up(tx) {
            const asked = sql`select current_setting('statement_timeout') as a,
              current_setting('lock_timeout') as b`;
            limits.push((await asked.execute(tx)).rows);
          },
        },
      };
      await migrate(db, patient);
      expect(limits).toEqual([[{ a: '0', b: '0' }]]);
    });
  });
});
