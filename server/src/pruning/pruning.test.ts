import type { ChangeRequestState } from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { countUsage } from '../../test/databases/count-usage.ts';
import { eachDialect } from '../../test/databases/dialects.ts';
import { batchRow } from '../../test/samples/batch-row.ts';
import { requestOf } from '../../test/samples/change-request-row.ts';
import { sampleAppRow } from '../../test/samples/sample-app-snapshot.ts';
import { keepLog } from '../../test/servers/kept-log.ts';
import { pruneNow } from '../../test/servers/prune.ts';
import { pruningRules } from '../composition/pruning-rules.ts';
import { unclaim } from '../db/claim.ts';
import { databaseNow } from '../db/now.ts';
import type { BatchAppTable, BatchTable } from '../db/schema.batches.ts';
import type { PauseTable } from '../db/schema.safety.ts';
import type { Tx } from '../db/schema.ts';
import { insertRows } from '../db/sent-rows.ts';
import { isPostgres } from '../db/which.ts';
import { insertRequest } from '../features/change-requests/change-requests.store.ts';
import { runOf } from '../jobs/jobs.ts';
import { dayMs, hourOf } from '../kit/clock.ts';
import { createLogger } from '../kit/logger.ts';
import { pruningJob } from './pruning.ts';
import type { Kept } from './rule.ts';

const preview = { startedAt: null, endedAt: null } as const;

eachDialect('pruning', (database) => {
  const insertBatch = (over: Partial<BatchTable> & { id: string; endedAt: number | null }) =>
    database.db.insertInto('batch').values(batchRow(over)).execute();
  const insertPause = (id: string, endedAt: number | null, over: Partial<PauseTable> = {}) =>
    database.db
      .insertInto('pause')
      .values({
        id,
        scope: 'app',
        value: 'a',
        key: id,
        reason: 'Invalid traffic',
        createdAt: 1,
        createdByKind: 'user',
        createdById: 'ada',
        createdByName: 'Ada',
        until: null,
        endedAt,
        continues: null,
        endedByKind: null,
        endedByName: null,
        endedById: null,
        ...over,
      })
      .execute();
  const note = (entity: string, key: string, at: number, batch: string | null = null) =>
    database.db
      .insertInto('change')
      .values({
        actorKind: 'user',
        actorId: 'ada',
        actorName: '',
        address: '',
        action: 'create',
        at,
        entity,
        key,
        batch,
        row: '{}',
      })
      .execute();
  const idsOf = async (table: 'batch' | 'pause' | 'change_request') =>
    (await database.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  const logged = async () =>
    (await database.db.selectFrom('change').select('key').orderBy('seq').execute()).map(
      ({ key }) => key,
    );
  const keeping = (kind: 'pauses' | 'batches' | 'changeRequests', ofPerson: number): Kept => ({
    ...limits.kept,
    [kind]: { ...limits.kept[kind], ofPerson },
  });
  const tables = [
    ...(['pause', 'change_request', 'batch_app', 'batch', 'change', 'icon'] as const),
    ...(['app', 'app_user', 'unlogged_event'] as const),
  ] as const;
  afterEach(async () => {
    for (const table of tables) await database.db.deleteFrom(table).execute();
  });

  it('deletes the keys of calls that were sent more than a day ago, however many there are', async () => {
    const { db } = database;
    const now = await databaseNow(db);
    const { days } = limits.kept.idempotencyKeys;
    const of = { kind: 'user' as const, accountId: 'ada', digest: '', madeId: 'a' };
    const old = Array.from({ length: 1_200 }, (_, number) => ({
      ...of,
      key: `old ${number}`,
      at: now - days * dayMs - 1_000,
    }));
    const young = { ...of, key: 'young', at: now - days * dayMs + 60_000 };
    await insertRows(db, 'idempotency_key', [...old, young]);
    expect((await pruneNow(db)).idempotencyKeys).toBe(1_200);
    const left = await db.selectFrom('idempotency_key').select('key').execute();
    expect(left).toEqual([{ key: 'young' }]);
    await db.deleteFrom('idempotency_key').execute();
  });

  it('deletes API keys that ended a month ago', async () => {
    const { db } = database;
    const now = await databaseNow(db);
    const key = (id: string, endsAt: number) => ({
      id,
      keyHash: id,
      kind: 'user' as const,
      accountId: 'ada',
      name: '',
      scopes: 'read',
      addresses: '',
      createdAt: 1,
      endsAt,
      lastUsedAt: null,
    });
    const { days } = limits.kept.apiKeys;
    const rows = [key('old', now - (days + 1) * dayMs), key('ended', now - dayMs)];
    await db
      .insertInto('api_key')
      .values([...rows, key('on', now + dayMs)])
      .execute();
    expect((await pruneNow(db)).apiKeys).toBe(1);
    const left = await db.selectFrom('api_key').select('id').orderBy('id').execute();
    expect(left).toEqual([{ id: 'ended' }, { id: 'on' }]);
    await db.deleteFrom('api_key').execute();
  });

  it('takes old ended pauses, and those beyond the newest of a person', async () => {
    const now = await databaseNow(database.db);
    await insertPause('active', null);
    await insertPause('old', now - 401 * dayMs);
    // All end at the same time.
    for (const id of ['e1', 'e2', 'e3', 'e4']) await insertPause(id, now - dayMs);
    await insertPause('of another', now - 9 * dayMs, { createdById: 'eve' });
    expect((await pruneNow(database.db, keeping('pauses', 2))).pauses).toBe(3);
    expect(await idsOf('pause')).toEqual(['active', 'e1', 'e2', 'of another']);
    expect((await pruneNow(database.db, keeping('pauses', 2))).pauses).toBe(0);
  });

  it('takes old closed change requests, and those beyond the newest of an author', async () => {
    const now = await databaseNow(database.db);
    const insert = (id: string, state: ChangeRequestState, changedAt: number, authorId = 'ada') =>
      insertRequest(database.db as Tx, requestOf({ id, state, changedAt, authorId }));
    await insert('open', 'in-review', now - 401 * dayMs);
    await insert('old', 'applied', now - 401 * dayMs);
    for (const ago of [3, 2, 1]) await insert(`c${ago}`, 'cancelled', now - ago * 1000);
    await insert('of another', 'applied', now - 9000, 'eve');
    const pruned = await pruneNow(database.db, keeping('changeRequests', 2));
    expect(pruned.changeRequests).toBe(2);
    expect(await idsOf('change_request')).toEqual(['c1', 'c2', 'of another', 'open']);
  });

  it('takes the oldest of what has ended when it is too long, of each person and role', async () => {
    const now = await databaseNow(database.db);
    const { db } = database;
    const note = 'n'.repeat(1_000);
    const insert = (id: string, ago: number, over: object = {}) =>
      insertRequest(
        db as Tx,
        requestOf({ id, state: 'applied', changedAt: now - ago, note, authorId: 'a', ...over }),
      );
    for (const ago of [1, 2, 3, 4]) await insert(`c${ago}`, ago);
    await insert('open', 9, { state: 'in-review' });
    for (const ago of [1, 2]) await insert(`u${ago}`, ago, { authorKind: 'user', authorId: 'u' });
    for (const ago of [1, 2, 3]) {
      await insertBatch({ id: `b${ago}`, endedAt: now - ago, bytes: 1_500 });
    }
    const pruned = await pruneNow(db, limits.kept, { endedBytes: { user: 1_500, admin: 3_500 } });
    expect(pruned).toMatchObject({ changeRequests: 2, batches: 1 });
    expect(await idsOf('change_request')).toEqual(['c1', 'c2', 'c3', 'open', 'u1']);
    expect(await idsOf('batch')).toEqual(['b1', 'b2']);
  });

  it('leaves of an ended batch what its undo needs, once, and nothing of others', async () => {
    const { db } = database;
    const app = {
      place: 0,
      appID: 'app-1',
      appName: 'Tide',
      fileRow: 1,
      version: 1,
      countryVersion: 0,
      became: 'changed',
      reason: 'why',
      request: null,
      errors: '',
      changes: '{"note":"new"}',
    } as const;
    const now = await databaseNow(db);
    const trimmed = 'off';
    await insertBatch({ id: 'ended', endedAt: now, bytes: 9_999, trimmed });
    await insertBatch({ id: 'runs', state: 'running', endedAt: null, bytes: 9_999, trimmed });
    for (const batchID of ['ended', 'runs']) {
      const rows: BatchAppTable[] = [
        ...Array.from({ length: 1_200 }, (_, place) => {
          return { ...app, batchID, outcome: 'changed' as const, place };
        }),
        { ...app, batchID, outcome: 'created' as const },
        { ...app, batchID, outcome: 'unchanged' as const },
        { ...app, batchID, outcome: 'refused' as const, errors: '[]' },
      ];
      await insertRows(db, 'batch_app', rows);
    }
    expect((await pruneNow(db)).trimmedBatches).toBe(1);
    const left = (batchID: string) =>
      db
        .selectFrom('batch_app')
        .select(['outcome', 'place', 'changes', 'errors', 'reason'])
        .where('batchID', '=', batchID)
        .orderBy('outcome')
        .orderBy('place')
        .execute();
    const ended = await left('ended');
    expect(ended).toHaveLength(1_201);
    const kept = { changes: '', errors: '', reason: 'why' };
    expect(ended[0]).toEqual({ outcome: 'changed', place: 0, ...kept });
    expect(ended[1_199]).toEqual({ outcome: 'changed', place: 1_199, ...kept });
    expect(ended[1_200]).toEqual({ outcome: 'created', place: 0, ...kept });
    expect(await left('runs')).toHaveLength(1_203);
    const batches = await db
      .selectFrom('batch')
      .select(['id', 'bytes', 'trimmed'])
      .orderBy('id')
      .execute();
    expect(batches).toEqual([
      {
        id: 'ended',
        bytes: 1_201 * (200 + 'app-1'.length + 'Tide'.length + 'why'.length),
        trimmed: 'on',
      },
      { id: 'runs', bytes: 9_999, trimmed: 'off' },
    ]);
    expect((await pruneNow(db)).trimmedBatches).toBe(0);
  });

  it('takes icons that were replaced when they are too large, the oldest first, and none that is shown', async () => {
    const { db } = database;
    await db
      .insertInto('app_user')
      .values(
        ['ada', 'eve'].map((id) => ({
          id,
          userID: id,
          userIDKey: id,
          fullName: id,
          position: '',
          passwordHash: '',
          passwordSealed: '',
          createdAt: 1,
          version: 1,
        })),
      )
      .execute();
    const hashes = ['i1', 'i2', 'i3', 'i4'];
    await db
      .insertInto('icon')
      .values(hashes.map((hash, createdAt) => ({ hash, bytes: Buffer.alloc(1_000, 1), createdAt })))
      .execute();
    await db
      .insertInto('app')
      .values(sampleAppRow({ appID: 'mine', ownerId: 'ada' }))
      .execute();
    for (const iconHash of hashes) {
      await db.updateTable('app').set({ iconHash }).where('appID', '=', 'mine').execute();
      const entry = {
        actorKind: 'user',
        actorId: 'ada',
        actorName: '',
        address: '',
        action: 'update',
      };
      const row = JSON.stringify({ iconHash });
      await db
        .insertInto('change')
        .values({ ...entry, at: await databaseNow(db), entity: 'app', key: 'mine', row })
        .execute();
    }
    const other = sampleAppRow({ appID: 'hers', ownerId: 'eve', iconHash: 'i1' });
    await db.insertInto('app').values(other).execute();
    const iconsOf = async () => {
      const rows = await db.selectFrom('owner_icon').selectAll().execute();
      return rows.map(({ ownerId, hash, apps }) => `${ownerId} ${hash} ${apps}`).sort();
    };
    expect(await iconsOf()).toEqual(['ada i1 0', 'ada i2 0', 'ada i3 0', 'ada i4 1', 'eve i1 1']);
    expect((await pruneNow(db)).replacedIcons).toBe(0);
    // It is shown elsewhere, and counts there.
    expect(await iconsOf()).toEqual(['ada i2 0', 'ada i3 0', 'ada i4 1', 'eve i1 1']);
    const pruned = await pruneNow(db, limits.kept, { endedBytes: { user: 1_500, admin: 1_500 } });
    expect(pruned.replacedIcons).toBe(1);
    expect(await iconsOf()).toEqual(['ada i3 0', 'ada i4 1', 'eve i1 1']);
    const left = await db.selectFrom('icon').select('hash').orderBy('hash').execute();
    expect(left.map(({ hash }) => hash)).toEqual(['i1', 'i3', 'i4']);
  });

  it('takes edges that no office has heard of for long', async () => {
    const now = await databaseNow(database.db);
    const seen = (name: string, lastSeenAt: number) =>
      database.db
        .insertInto('edge')
        .values({ name, process: 1, version: '1', firstSeenAt: 1, lastSeenAt, lagMs: null })
        .execute();
    await seen('gone', now - 31 * dayMs);
    await seen('silent', now - 29 * dayMs);
    expect((await pruneNow(database.db)).edges).toBe(1);
    const left = await database.db.selectFrom('edge').select('name').execute();
    expect(left).toEqual([{ name: 'silent' }]);
  });

  it('takes what is known of tokens that ended more than 400 days ago', async () => {
    const now = await databaseNow(database.db);
    for (const days of [399, 401]) {
      const until = now - days * dayMs;
      const token = { appID: 'tokens', digest: `${days}`, ending: 'ab12', since: 1, replacedAt: 2 };
      await database.db
        .insertInto('replaced_token')
        .values({ ...token, until })
        .execute();
    }
    expect((await pruneNow(database.db)).replacedTokens).toBe(1);
    const left = await database.db.selectFrom('replaced_token').select('digest').execute();
    expect(left).toEqual([{ digest: '399' }]);
  });

  it('takes counts of requests: days, hours and uses of tokens that are too old, and keeps the rest', async () => {
    const now = await databaseNow(database.db);
    const countAgo = (ms: number, appID: string) =>
      countUsage(database.db, hourOf(now - ms), [appID, '', 'on', 1, 0, 'ab12']);
    const days = { days: 40, hours: 8 + 1 / 24, tokens: 14 };
    for (const [name, ago] of Object.entries(days)) await countAgo(ago * dayMs, `${name} too old`);
    await countAgo(39 * dayMs, 'day');
    await countAgo(8 * dayMs, 'hour');
    await countAgo(13 * dayMs, 'token');
    await pruneNow(database.db, { ...limits.kept, usage: { days: 40 } });
    const left = async (table: 'app_usage' | 'app_usage_hour' | 'app_token_usage') => {
      const rows = await database.db
        .selectFrom(table)
        .select('appID')
        .distinct()
        .where('appID', '<>', '*')
        .execute();
      return rows.map(({ appID }) => appID).sort();
    };
    expect(await left('app_usage')).toEqual(
      ['day', 'hour', 'hours too old', 'token', 'tokens too old'].sort(),
    );
    // The running hour and 192 before it.
    expect(await left('app_usage_hour')).toEqual(['hour']);
    expect(await left('app_token_usage')).toEqual(['hour', 'hours too old', 'token']);
  });

  it('takes previews that cannot be started, and old batches with their apps', async () => {
    const now = await databaseNow(database.db);
    const old = now - (limits.kept.batches.days + 1) * dayMs;
    await insertBatch({ id: 'dropped', state: 'dropped', ...preview });
    await insertBatch({ id: 'expired', state: 'preview', createdAt: now - dayMs, ...preview });
    await insertBatch({ id: 'broken off', state: 'making', createdAt: now - dayMs, ...preview });
    await insertBatch({ id: 'being made', state: 'making', createdAt: now, ...preview });
    await insertBatch({ id: 'fresh', state: 'preview', createdAt: now, ...preview });
    await insertBatch({ id: 'old', endedAt: old });
    await insertBatch({ id: 'old, undone', endedAt: old });
    const undo = { kind: 'undo', undoOf: 'old, undone', endedAt: now - dayMs - 1 } as const;
    await insertBatch({ id: 'undo', ...undo });
    await insertBatch({ id: 'running', state: 'running', createdAt: old, endedAt: null });
    await insertBatch({ id: 'yesterday', endedAt: now - dayMs });
    await insertBatch({ id: 'of another', endedAt: now - 2 * dayMs, authorId: 'a2' });
    const app = { batchID: 'old', outcome: 'changed', became: 'changed', appName: 'A' } as const;
    const none = { fileRow: null, version: null, countryVersion: null, request: null };
    for (let from = 0; from < 2500; from += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => ({
        ...app,
        ...none,
        place: from + n,
        appID: `a${from + n}`,
        reason: '',
        errors: '',
        changes: '',
      }));
      await database.db.insertInto('batch_app').values(rows).execute();
    }
    expect(await pruneNow(database.db)).toMatchObject({ previews: 3, batches: 1 });
    const rest = ['being made', 'fresh', 'of another', 'old, undone', 'running', 'undo'];
    expect(await idsOf('batch')).toEqual([...rest, 'yesterday']);
    expect(await database.db.selectFrom('batch_app').select('place').execute()).toEqual([]);

    // The undo is one too many. Then its batch, which is too old, goes as well.
    expect((await pruneNow(database.db, keeping('batches', 1))).batches).toBe(2);
    const left = ['being made', 'fresh', 'of another', 'running', 'yesterday'];
    expect(await idsOf('batch')).toEqual(left);
  });

  it('keeps young entries of things that were too many, and takes them when they are old', async () => {
    const now = await databaseNow(database.db);
    const [young, old] = [now - dayMs, now - 401 * dayMs];
    const ended = { id: 'gone batch', endedAt: young };
    await insertBatch(ended);
    await insertBatch({ ...ended, id: 'batch with apps' });
    await insertBatch({ ...ended, id: 'kept batch', endedAt: now });
    for (const [key, at] of [['too many', young] as const, ['too old', old] as const]) {
      await insertPause(key, at);
      await note('pause', key, at);
    }
    await insertPause('kept', now);
    await note('pause', 'kept', old);
    await note('batch', 'gone batch', old);
    await note('batch', 'batch with apps', old);
    await note('batch', 'kept batch', old);
    await note('app', 'as the batch left it', old, 'batch with apps');
    await pruneNow(database.db, { ...keeping('pauses', 1), batches: { days: 400, ofPerson: 1 } });
    expect(await idsOf('pause')).toEqual(['kept']);
    expect(await idsOf('batch')).toEqual(['kept batch']);
    const left = ['too many', 'kept', 'batch with apps', 'kept batch', 'as the batch left it'];
    expect(await logged()).toEqual(left);
  });

  it('takes old events that are not in the log, and those that are too many', async () => {
    const now = await databaseNow(database.db);
    const insert = (at: number) =>
      database.db
        .insertInto('unlogged_event')
        .values({ at, type: 'batch.done', key: 'b', facts: '{}', afterSeq: 0 })
        .execute();
    await insert(now - 8 * dayMs);
    for (const ago of [3, 2, 1]) await insert(now - ago);
    const kept: Kept = { ...limits.kept, events: { ...limits.kept.events, rows: 2 } };
    expect((await pruneNow(database.db, kept)).events).toBe(2);
    const left = await database.db.selectFrom('unlogged_event').select('at').execute();
    expect(left).toEqual([{ at: now - 2 }, { at: now - 1 }]);
  });

  it('takes the oldest events of those who have the most', async () => {
    const { db } = database;
    const now = await databaseNow(db);
    await insertBatch({ id: 'of a1', endedAt: now });
    const ada = { id: 'ada', userID: 'ada', userIDKey: 'ada', fullName: 'Ada', position: '' };
    const secret = { passwordHash: '', passwordSealed: '', createdAt: 0, version: 0 };
    await db
      .insertInto('app_user')
      .values({ ...ada, ...secret })
      .execute();
    await db
      .insertInto('app')
      .values(sampleAppRow({ appID: 'of ada', ownerId: 'ada' }))
      .execute();
    const insert = (type: 'batch.done' | 'finding.opened', key: string, ago: number) =>
      db
        .insertInto('unlogged_event')
        .values({ at: now - ago, type, key, facts: '{}', afterSeq: 0 })
        .execute();
    await insert('finding.opened', '', 99);
    for (const ago of [9, 8]) await insert('batch.done', 'of a1', ago);
    for (const ago of [7, 6, 5, 4]) await insert('finding.opened', 'of ada', ago);
    const kept: Kept = { ...limits.kept, events: { ...limits.kept.events, rows: 5 } };
    expect((await pruneNow(db, kept)).events).toBe(2);
    const left = await db.selectFrom('unlogged_event').select('at').orderBy('at').execute();
    expect(left.map(({ at }) => now - at)).toEqual([99, 9, 8, 5, 4]);
  });

  it('takes old items of bells, and those of which a person has too many', async () => {
    const now = await databaseNow(database.db);
    const insert = (accountId: string, key: string, at: number) =>
      database.db
        .insertInto('bell_item')
        .values({
          accountKind: 'user',
          accountId,
          kind: 'errors',
          key,
          at,
          facts: '{}',
          readAt: null,
        })
        .execute();
    await insert('ada', 'old', now - 31 * dayMs);
    for (const ago of [3, 2, 1]) await insert('ada', `a${ago}`, now - ago);
    await insert('eve', 'e3', now - 3);
    const kept: Kept = { ...limits.kept, bell: { ...limits.kept.bell, ofPerson: 2 } };
    expect((await pruneNow(database.db, kept)).bell).toBe(2);
    const left = database.db.selectFrom('bell_item').select('key').orderBy('key');
    expect((await left.execute()).map(({ key }) => key)).toEqual(['a1', 'a2', 'e3']);
  });

  it('leaves in a bell what waits for a decision, and something of everybody', async () => {
    const { db } = database;
    await db.deleteFrom('bell_item').execute();
    const now = await databaseNow(db);
    const request = requestOf({ id: 'waits', state: 'in-review', changedAt: now });
    await db.transaction().execute((tx) => insertRequest(tx, request));
    const insert = (
      kind: 'approval-waits' | 'pause-began',
      key: string,
      at: number,
      causer: string,
    ) => {
      const about = { accountKind: 'admin', accountId: 'root', facts: '{}', readAt: null } as const;
      return db
        .insertInto('bell_item')
        .values({ ...about, kind, key, at, causer })
        .execute();
    };
    await insert('approval-waits', 'waits', now - 40 * dayMs, 'eve');
    await insert('approval-waits', 'decided', now, 'eve');
    await insert('pause-began', 'of eve', now - 9, 'eve');
    for (const ago of [4, 3, 2, 1]) await insert('pause-began', `of ada ${ago}`, now - ago, 'ada');
    const kept: Kept = { ...limits.kept, bell: { ...limits.kept.bell, ofPerson: 3 } };
    expect((await pruneNow(db, kept)).bell).toBe(3);
    const left = await db.selectFrom('bell_item').select('key').orderBy('key').execute();
    expect(left.map(({ key }) => key)).toEqual(['of ada 1', 'of ada 2', 'of eve', 'waits']);
  });

  it('goes on with the rest when one kind fails, and lets a node try again', async () => {
    const now = await databaseNow(database.db);
    await unclaim(database.db, 'prunedAt');
    await insertPause('old', now - 401 * dayMs);
    await database.db.schema.alterTable('batch_app').renameTo('batch_app_gone').execute();
    await insertBatch({ id: 'old', endedAt: now - 401 * dayMs });
    const prune = runOf(
      pruningJob(database.db, pruningRules, {
        trafficDays: 90,
        logger: createLogger('silent'),
      }),
      {
        db: database.db,
        lacks: () => false,
        isOver: () => false,
      },
    );
    await expect(prune()).rejects.toThrow('batch_app');
    expect(await idsOf('pause')).toEqual([]);
    await database.db.schema.alterTable('batch_app_gone').renameTo('batch_app').execute();
    await prune();
    expect(await idsOf('batch')).not.toContain('old');
    await insertBatch({ id: 'old', endedAt: now - 401 * dayMs });
    await prune();
    expect(await idsOf('batch'), 'within an hour').toContain('old');
    await database.db.deleteFrom('batch').where('id', '=', 'old').execute();
  });

  it('says in the log when it begins, and what it has deleted', async () => {
    const { logger, lines } = keepLog('info');
    const now = await databaseNow(database.db);
    for (const id of ['one', 'two']) await insertPause(id, now - 401 * dayMs);
    await pruningJob(database.db, pruningRules, { trafficDays: 90, logger }).work({
      now,
      isOver: () => false,
    });
    expect(lines).toMatchObject([
      { kind: 'pauses', msg: 'pruning has begun' },
      { pauses: 2, seconds: expect.any(Number), msg: 'pruning is done' },
    ]);
    expect(lines[1]).not.toHaveProperty('log');
  });

  it('gives room back to the disk, but not what is needed again', async ({ skip }) => {
    const { db } = database;
    if (isPostgres(db)) skip();
    const pages = async () => {
      const { rows } = await sql<{ pages: number; empty: number }>`
        select page_count as pages, freelist_count as empty
        from pragma_page_count, pragma_freelist_count`.execute(db);
      return rows[0] as { pages: number; empty: number };
    };
    await insertBatch({ id: 'dropped', state: 'dropped', ...preview });
    for (let from = 0; from < 2000; from += 500) {
      const some = Array.from({ length: 500 }, (_, n) => ({
        batchID: 'dropped',
        outcome: 'changed',
        place: from + n,
        appID: 'a',
        appName: 'A',
        became: 'changed',
        fileRow: null,
        version: null,
        countryVersion: null,
        request: null,
        reason: '',
        errors: '',
        changes: 'x'.repeat(5000),
      }));
      await database.db
        .insertInto('batch_app')
        .values(some as BatchAppTable[])
        .execute();
    }
    const before = await pages();
    expect(await pruneNow(db)).toMatchObject({ previews: 1 });
    const after = await pages();
    expect(after.pages).toBeLessThan(before.pages / 2);
    expect(after.empty).toBeLessThanOrEqual(0.05 * after.pages + 1);
    // Again, it has nothing to give.
    await pruneNow(db);
    expect(await pages()).toEqual(after);
  });
});
