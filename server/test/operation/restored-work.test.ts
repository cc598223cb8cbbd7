import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoredReason } from '@adwarden/contract/change-requests/change-requests';
import { expect, it, onTestFinished } from 'vitest';
import { backupDatabase } from '../../src/db/copies/backup.ts';
import { restoreDatabase } from '../../src/db/copies/restore.ts';
import { drawEpoch } from '../../src/db/migrate.ts';
import { insertBatch } from '../../src/features/batches/batches.store.ts';
import { noFacts, type StoredBatch } from '../../src/features/batches/batches.table.ts';
import { insertRequest } from '../../src/features/change-requests/change-requests.store.ts';
import {
  judgeInstallation,
  judgeOutside,
} from '../../src/features/findings/judging/run.service.ts';
import { eachDialect } from '../databases/dialects.ts';
import { requestOf } from '../samples/change-request-row.ts';
import { openChangeRequestServer } from '../servers/change-request-server.ts';

/* A restored backup, and the work that waited or ran on its day. */

const batchOf = (over: Pick<StoredBatch, 'id' | 'state' | 'endedAt'>): StoredBatch => ({
  kind: 'edit',
  title: '',
  change: {},
  at: null,
  session: '',
  facts: noFacts,
  total: 10,
  authorKind: 'admin',
  authorId: 'a1',
  authorName: '',
  authorLogin: '',
  authorAddress: '',
  changed: 4,
  requested: 0,
  skipped: 0,
  failed: 0,
  undoOf: null,
  bytes: 0,
  createdAt: 1,
  startedAt: 1,
  nextAt: 0,
  trimmed: 'off',
  ...over,
});

eachDialect('a new epoch', (database) => {
  it('lets scheduled changes wait for a person, ends batches, and says so', async () => {
    const { db } = database;
    await db.transaction().execute(async (tx) => {
      await insertRequest(tx, requestOf({ id: 'scheduled' }));
      await insertRequest(tx, requestOf({ id: 'rejected', state: 'rejected', reason: 'no' }));
    });
    await insertBatch(db, batchOf({ id: 'running', state: 'running', endedAt: null }));
    await insertBatch(db, batchOf({ id: 'done', state: 'done', endedAt: 2 }));
    const webhook = {
      sealed: '',
      host: '',
      format: 'json' as const,
      events: '[]',
      createdById: '',
      createdAt: 1,
      changedAt: 1,
      seq: 0,
      unlogged: 0,
      tries: 0,
      failingSince: null,
      lastError: '',
      nextAt: 0,
      offReason: '',
      createdByName: '',
    };
    for (const enabled of ['on', 'off'] as const) {
      const row = { ...webhook, id: enabled, name: `Was ${enabled}`, enabled };
      await db.insertInto('webhook').values(row).execute();
    }
    const key = {
      kind: 'user' as const,
      accountId: 'ada',
      name: '',
      scopes: 'read',
      addresses: '',
      createdAt: 1,
      endsAt: 2,
      lastUsedAt: null,
    };
    await db
      .insertInto('api_key')
      .values({ ...key, id: 'k1', keyHash: 'k1' })
      .execute();
    await drawEpoch(db);
    expect(await db.selectFrom('api_key').select(['id', 'enabled']).execute()).toEqual([
      { id: 'k1', enabled: 'off' },
    ]);
    const columns = ['id', 'state', 'reason'] as const;
    expect(await db.selectFrom('change_request').select(columns).orderBy('id').execute()).toEqual([
      { id: 'rejected', state: 'rejected', reason: 'no' },
      { id: 'scheduled', state: 'in-review', reason: restoredReason },
    ]);
    expect(
      await db.selectFrom('batch').select(['id', 'state', 'endedAt']).orderBy('id').execute(),
    ).toEqual([
      { id: 'done', state: 'done', endedAt: 2 },
      { id: 'running', state: 'cancelled', endedAt: expect.any(Number) },
    ]);
    const offReason = 'The database was restored from a backup';
    expect(
      await db.selectFrom('webhook').select(['id', 'enabled', 'offReason']).orderBy('id').execute(),
    ).toEqual([
      { id: 'off', enabled: 'off', offReason: '' },
      { id: 'on', enabled: 'off', offReason },
    ]);
    const installation = () => ({
      callers: { known: 0, unknown: 0 },
      vpn: { answered: 0, failed: 0 },
      vpnTrouble: '',
      databaseBuiltAt: Date.now(),
      usesDatabase: true,
      folderTrouble: '',
      backups: null,
      connections: { openFiles: 1024, refused: 0 },
    });
    await judgeInstallation({ db, installation }, Date.now());
    await judgeOutside(db, 'off');
    const findings = db.selectFrom('finding').select(['rule', 'detail']).orderBy('rule');
    expect(await findings.execute()).toEqual([
      { rule: 'restored-changes-wait', detail: '1 scheduled change waits for an administrator.' },
      { rule: 'webhook-off', detail: `Was on is off. ${offReason}.` },
    ]);
  });
});

it('a restored backup applies nothing of its day until an administrator approves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-restored-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = { DATA_DIR: join(folder, 'data') };
  const file = join(folder, 'copy.db');
  const open = () => openChangeRequestServer(place, { database: 'sqlite' });
  const before = await open();
  const { appID } = await before.add({ adsStatus: 'on' });
  const { id } = await before.schedule({ appID, changes: { adsStatus: 'off' } });
  await backupDatabase({ dataDir: place.DATA_DIR, file });
  await before.close();
  await restoreDatabase({ dataDir: place.DATA_DIR, file });

  const after = await open();
  onTestFinished(after.close);
  await after.fallDue(id);
  const later = await after.schedule({ appID, changes: { note: 'made after the restore' } });
  await after.fallDue(later.id);
  await after.becomes(later.id, 'applied');
  const waiting = await after.request(id);
  expect([waiting.state, waiting.reason]).toEqual(['in-review', restoredReason]);
  expect((await after.app(appID)).adsStatus).toBe('on');
  await after.call('approveChangeRequest', { as: after.admin, id });
  await after.becomes(id, 'applied');
  expect((await after.request(id)).reason).toBe('');
  expect((await after.app(appID)).adsStatus).toBe('off');
});
