import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { batchRow } from '../../test/samples/batch-row.ts';
import { requestOf } from '../../test/samples/change-request-row.ts';
import { sampleAppRow } from '../../test/samples/sample-app-snapshot.ts';
import type { Db } from '../db/schema.ts';
import { isPostgres } from '../db/which.ts';
import { insertRequest } from '../features/change-requests/change-requests.store.ts';

/*
 * Every table with texts or bytes counts for somebody, or says here why not; and the sums that triggers keep are those of the
 * rows, after every kind of write.
 */

/** The columns whose length somebody chooses, and those whose length is bounded and short. */
type Counted = { counted: string[]; short: string[] };

const tables: Record<string, Counted | { why: string }> = {
  app: {
    counted: ['appName', 'packageName', 'accountName', 'category', 'note', 'adUnits'],
    short: ['appID', 'adsStatus', 'appStatus', 'visibleExtra', 'ipAddress', 'iconHash', 'ownerId'],
  },
  app_configuration: { counted: ['country', 'countryCodes'], short: ['appID'] },
  app_user: {
    counted: ['userID', 'fullName', 'position'],
    short: [
      'id',
      'userIDKey',
      'passwordHash',
      'passwordSealed',
      'needsApproval',
      'email',
      'emailKey',
    ],
  },
  app_account: {
    counted: ['accountName', 'site', 'extraLines'],
    // The result of a check names lines of ours, or a hundred of a site's.
    short: ['accountKey', 'missing', 'checked'],
  },
  change_request: {
    counted: ['appName', 'note', 'changes', 'before', 'reason'],
    short: [
      'id',
      'appID',
      'ownerId',
      'state',
      'approval',
      'authorKind',
      'authorId',
      'authorName',
      'authorAddress',
      'decidedByKind',
      'decidedById',
      'decidedByName',
    ],
  },
  batch: {
    counted: ['title', 'change', 'facts'],
    short: [
      'id',
      'state',
      'kind',
      'session',
      'authorKind',
      'authorId',
      'authorName',
      'authorLogin',
      'authorAddress',
      'undoOf',
      'trimmed',
    ],
  },
  saved_view: {
    counted: ['name', 'query', 'sort', 'columns'],
    short: ['id', 'list', 'nameKey', 'shared', 'ownerKind', 'ownerId', 'ownerName'],
  },
  batch_app: { why: 'batch.bytes has what its rows take' },
  icon: { why: 'owner_icon has the bytes of each, once for each owner of apps that show it' },
  owner_icon: { why: 'counts the bytes of icons; its own texts are ids' },
  stored_bytes: { why: 'has the sums: eight rows of a person at most' },
  change: { why: 'the log has bounds of its own (ADR 53)' },
  change_search: { why: 'follows from the log' },
  app_list: { why: 'follows from app; at most as long again' },
  app_search: { why: 'follows from app' },
  user_search: { why: 'follows from app_user' },
  app_fact: { why: 'follows from app; at most as long again' },
  app_token: { why: 'at most five of an app, of one length' },
  replaced_token: { why: 'at most 20 of an app, of one length' },
  admin: { why: 'made by a command on the machine' },
  category: { why: 'a fixed list' },
  global_setting: { why: 'a fixed list of names, each value at most 512 characters' },
  session: { why: 'at most 50 of an account, with an address and a few words' },
  sign_in_failure: { why: 'kept for 15 minutes, of second factors for a day, and throttled' },
  known_network: { why: 'at most 50 of an account, of one length' },
  known_country: { why: 'two letters, and no more of an account than there are countries' },
  invitation: { why: 'at most one of an account, of one length' },
  api_key: { why: 'at most 20 of a person, 60 characters and 20 addresses each' },
  factor: { why: 'at most five of an account, each with a secret of one length, or a passkey' },
  passkey_handle: { why: 'one of an account, of one length' },
  recovery_code: { why: 'ten of an account, of one length' },
  used_ticket: { why: 'of one length, and deleted when the ticket ends, after five minutes' },
  factor_link: { why: 'at most one of an account, of one length' },
  oidc_binding: { why: 'at most one of an account, with a name of at most 255 characters' },
  oidc_grant: { why: 'at most one of a session, with a token of at most 8,000 bytes' },
  oidc_flow: { why: 'at most 20,000, each of one length, kept for 15 minutes' },
  meta: { why: 'the program writes it' },
  app_usage: { why: 'what phones did: by app, day and country' },
  app_usage_hour: { why: 'what phones did: by app, hour and country' },
  app_token_usage: { why: 'what phones did: by app, day and country' },
  traffic_total: { why: 'what phones did: by hour or day' },
  traffic_comparison: { why: 'what phones did: twenty differences a row' },
  usage_sender: { why: 'a row for each process' },
  edge: { why: 'at most 1,000 processes; made with a key of the installation' },
  app_watch: { why: 'at most 1,000, of one length' },
  finding: { why: 'the rules write it, some of an app; a reason has at most 200 characters' },
  pause: {
    why: 'at most 2,200 active and 10,000 ended of an owner, 200 characters each; never refused',
  },
  pasted_list: {
    why: 'at most 30 of a person and those in the views of a person, 50,000 characters each',
  },
  idempotency_key: {
    why: 'at most 10,000 of an owner and 50,000 of an administrator (limits.quotas), 500 bytes each',
  },
  default_view: { why: 'at most one of a person and list, of ids' },
  unlogged_event: { why: 'at most 200,000, cut by person (ADR 53)' },
  event_position: { why: 'a row for each follower' },
  webhook: { why: 'at most 50 of all administrators, 2,000 characters each' },
  webhook_delivery: { why: 'at most 100 of a webhook, 64 kB each' },
  webhook_causer: { why: 'at most 1,000 of a webhook, numbers and an id' },
  webhook_alarm: { why: 'at most 1,000 of a webhook, numbers and ids' },
  bell_item: { why: 'at most 100 of a person, and what waits for a decision' },
  mail_subscriber: { why: 'a row for each administrator' },
};

/** Returns the columns with texts or bytes, by table. The tables that a text index keeps for itself are not ours. */
async function longColumns(db: Db): Promise<Map<string, string[]>> {
  const { rows } = isPostgres(db)
    ? await sql<{ table: string; name: string }>`
        select table_name as table, column_name as name from information_schema.columns
        where table_schema = current_schema() and data_type in ('text', 'bytea', 'character varying')`.execute(
        db,
      )
    : await sql<{ table: string; name: string }>`
        select one.name as "table", info.name as name from sqlite_master as one
        join pragma_table_info(one.name) as info
        where one.type = 'table' and info.type not in ('INTEGER')
          and one.name not glob '*_search_*' and one.name not like 'sqlite_%'`.execute(db);
  const columns = new Map<string, string[]>();
  for (const { table, name } of rows) {
    if (!table.startsWith('kysely')) columns.set(table, [...(columns.get(table) ?? []), name]);
  }
  return columns;
}

type Sums = Record<string, number>;

eachDialect('what people store', (database) => {
  afterEach(async () => {
    await empty(database.db);
    expect(await kept()).toEqual({});
  });
  const kept = async (): Promise<Sums> => {
    const rows = await database.db.selectFrom('stored_bytes').selectAll().execute();
    return Object.fromEntries(
      rows.flatMap(({ kind, id, what, bytes }) =>
        bytes === 0 ? [] : [[`${kind} ${id} ${what}`, bytes]],
      ),
    );
  };

  it('has a row here for each table with texts or bytes, and each of its columns', async () => {
    for (const [table, columns] of await longColumns(database.db)) {
      const row = tables[table];
      expect(row, `${table}: who stores it?`).toBeDefined();
      if (row && 'counted' in row) {
        expect([...row.counted, ...row.short].sort(), table).toEqual(columns.sort());
      }
    }
  });

  describe('rows with a long text in each column that is counted', () => {
    it.each(
      Object.entries(tables).flatMap(([table, row]) =>
        'counted' in row ? row.counted.map((column) => [table, column] as const) : [],
      ),
    )('%s.%s', async (table, column) => {
      const { db } = database;
      await sampleRows(db);
      const before = await kept();
      const { rows } = await sql<{ value: string }>`
        select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db);
      const long =
        column === 'adUnits' ? `{"googleBanner1":"${'字'.repeat(60)}"}` : '字'.repeat(60);
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${long}`.execute(db);
      const after = await kept();
      const grown = Object.keys(after).filter((key) => after[key] !== before[key]);
      expect(grown).toHaveLength(1);
      const [key = ''] = grown;
      const more = Buffer.byteLength(long) - Buffer.byteLength(rows[0]?.value ?? '');
      expect((after[key] ?? 0) - (before[key] ?? 0)).toBe(more);
    });
  });

  it('keeps the sums of the rows, whatever is written, and counts an icon once for each owner', async () => {
    const { db } = database;
    const random = randomNumbers(66);
    const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const owners = ['ada', 'eve', null] as const;
    const icons = ['', 'small', 'large', 'large'] as const;
    const appIDs = Array.from({ length: 12 }, (_, number) => `app-${number}`);
    await addPeopleAndIcons(db);
    const steps = [
      () => {
        const apps = appIDs.filter(() => random() < 0.4);
        const rows = apps.map((appID) =>
          sampleAppRow({ appID, ownerId: one(owners), iconHash: one(icons) }),
        );
        if (rows.length === 0) return;
        return db
          .insertInto('app')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      },
      () =>
        db
          .updateTable('app')
          .set({ note: 'n'.repeat(random() * 500) })
          .where('appID', '>', one(appIDs))
          .execute(),
      () =>
        db
          .updateTable('app')
          .set({ ownerId: one(owners) })
          .where('appID', '<', one(appIDs))
          .execute(),
      () =>
        db
          .updateTable('app')
          .set({ iconHash: one(icons) })
          .where('appID', '>', one(appIDs))
          .execute(),
      () => db.deleteFrom('app').where('appID', '=', one(appIDs)).execute(),
      async () => {
        const apps = await db.selectFrom('app').select('appID').execute();
        for (const { appID } of apps.slice(0, 3)) {
          const row = { appID, country: 'India', countryCodes: 'IN', createdAt: 1, version: 1 };
          await db
            .insertInto('app_configuration')
            .values(row)
            .onConflict((conflict) =>
              conflict.column('appID').doUpdateSet({ country: 'Indonesia' }),
            )
            .execute();
        }
      },
      () =>
        db
          .transaction()
          .execute((tx) =>
            insertRequest(tx, requestOf({ authorKind: 'user', authorId: one(['ada', 'eve']) })),
          ),
      () =>
        db
          .updateTable('change_request')
          .set({ reason: 'r'.repeat(random() * 100) })
          .execute(),
    ];
    for (let step = 0; step < 120; step += 1) {
      await one(steps)();
      expect(await kept()).toEqual(await counted(db));
    }
  });
});

/** Computes the sums from the rows of apps, configurations, requests and icons, and of the two owners. */
async function counted(db: Db): Promise<Sums> {
  const sums: Sums = {};
  const add = (key: string, bytes: number) => {
    sums[key] = (sums[key] ?? 0) + bytes;
  };
  const bytes = (...texts: string[]) =>
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 200);
  const whose = (ownerId: string | null) => (ownerId === null ? 'admin ' : `user ${ownerId}`);
  for (const one of await db.selectFrom('app_user').selectAll().execute()) {
    add('admin  users', bytes(one.userID, one.fullName, one.position));
  }
  const shown = new Set<string>();
  for (const one of await db.selectFrom('app').selectAll().execute()) {
    const { appName, packageName, accountName, category, note, adUnits } = one;
    const texts = [appName, packageName, accountName, category, note, adUnits];
    add(`${whose(one.ownerId)} apps`, bytes(...texts));
    if (one.iconHash !== '') shown.add(`${whose(one.ownerId)} icons ${one.iconHash}`);
  }
  // An icon that was replaced counts until it is deleted.
  for (const { ownerId, hash, apps } of await db.selectFrom('owner_icon').selectAll().execute()) {
    const key = `${whose(ownerId || null)} icons`;
    expect(apps > 0, `${key} ${hash}`).toBe(shown.has(`${key} ${hash}`));
    add(key, hash === 'small' ? 10 : 1_000);
  }
  for (const one of await db.selectFrom('app_configuration').selectAll().execute()) {
    add('admin  countries', bytes(one.country, one.countryCodes));
  }
  for (const one of await db.selectFrom('change_request').selectAll().execute()) {
    const { appName, note, changes, before, reason } = one;
    add(
      `${one.authorKind} ${one.authorId} changeRequests`,
      bytes(appName, note, changes, before, reason),
    );
  }
  return sums;
}

/** Builds random numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function addPeopleAndIcons(db: Db): Promise<void> {
  for (const id of ['ada', 'eve']) {
    await db
      .insertInto('app_user')
      .values({
        id,
        userID: id,
        userIDKey: id,
        fullName: `${id} harbour`,
        position: '',
        passwordHash: '',
        passwordSealed: '',
        createdAt: 1,
        version: 1,
      })
      .execute();
  }
  const icon = (hash: string, bytes: number) => ({
    hash,
    bytes: Buffer.alloc(bytes, 1),
    createdAt: 1,
  });
  await db
    .insertInto('icon')
    .values([icon('small', 10), icon('large', 1_000)])
    .execute();
}

/** Inserts one row into each table that is counted. */
async function sampleRows(db: Db): Promise<void> {
  await addPeopleAndIcons(db);
  await db.deleteFrom('app_user').where('id', '=', 'eve').execute();
  await db
    .insertInto('app')
    .values(sampleAppRow({ appID: 'a', ownerId: 'ada' }))
    .execute();
  await db
    .insertInto('app_configuration')
    .values({ appID: 'a', country: 'India', countryCodes: 'IN', createdAt: 1, version: 1 })
    .execute();
  await db
    .insertInto('app_account')
    .values({
      accountKey: 'a',
      accountName: 'A',
      site: '',
      extraLines: '',
      version: 1,
      checkedAt: null,
      missing: null,
      checked: '',
    })
    .execute();
  await db.transaction().execute((tx) => insertRequest(tx, requestOf()));
  await db
    .insertInto('batch')
    .values(batchRow({ id: 'b', bytes: 7 }))
    .execute();
  await db
    .insertInto('saved_view')
    .values({
      id: 'v',
      list: 'apps',
      name: 'V',
      nameKey: 'v',
      query: '{}',
      sort: '',
      columns: '',
      shared: 'off',
      ownerKind: 'user',
      ownerId: 'ada',
      ownerName: '',
      createdAt: 1,
      changedAt: 1,
    })
    .execute();
}

async function empty(db: Db): Promise<void> {
  const all = [
    'app_account',
    'change_request',
    'batch',
    'saved_view',
    'app',
    'app_user',
    'icon',
  ] as const;
  for (const table of all) await db.deleteFrom(table).execute();
}
