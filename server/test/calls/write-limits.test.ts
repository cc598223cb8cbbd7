import { adUnitSlots } from '@adwarden/contract/ad-units';
import { limits } from '@adwarden/contract/limits';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChangeLog } from '../../src/changes/change-log.ts';
import { createChangesFeed } from '../../src/changes/changes.feed.ts';
import { systemAuthor } from '../../src/http/actor.ts';
import { type AppServer, expectRefusal, openAppServer } from '../servers/app-server.ts';
import { buildTestServer } from '../servers/build-test-server.ts';
import { pruneNow } from '../servers/prune.ts';

/* No account can fill the disk, or push the history of others out of the log. */

describe('the budget of writes', () => {
  const perMinute = 3;
  const atOnce = perMinute * limits.writes.burstMinutes;
  let api: AppServer;
  beforeAll(async () => {
    api = await openAppServer({ WRITES_PER_MINUTE: String(perMinute) });
  });
  afterAll(() => api.close());

  it('refuses an owner who writes on and on, in another session too, and nobody else', async () => {
    const body = sampleAppForm();
    const made = await api.call('addApp', { as: api.ada, body });
    const id = made.body.data.appID;
    for (let write = 1; write < atOnce; write++) {
      const answer = await api.call('updateApp', { as: api.ada, id, body: { note: `${write}` } });
      expect(answer.status, answer.text).toBe(200);
    }
    const { password, userId } = sampleUserForm();
    const again = await api.signInUser(userId, password);
    for (const as of [api.ada, again]) {
      const answer = await api.call('updateApp', { as, id, body: { note: 'too many' } });
      expectRefusal(answer, 429);
      expect(answer.body.message).toMatch(/^Too many changes; try again in \d+ s$/);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60 / perMinute);
    }
    const free = [
      await api.call('appStats', { as: again }),
      await api.call('testAds', { as: again, id, body: { country: 'DE' } }),
      await api.call('signOut', { as: again, body: {} }),
      await api.call('updateApp', { as: api.admin, id, body: { note: 'by another' } }),
    ];
    expect(free.map(({ status }) => status)).not.toContain(429);
    expect(free.at(-1)?.status).toBe(200);
  });

  it('gives administrators ten times as much, and ends there too', async () => {
    const write = () => api.call('updateAPIMethod', { as: api.admin, body: { apiMethod: '' } });
    let answered = 0;
    while ((await write()).status === 200 && answered < 1000) answered += 1;
    expect(answered).toBeGreaterThan(atOnce);
    expect(answered).toBeLessThan(1000);
    expectRefusal(await write(), 429);
  });

  it('never keeps an administrator from stopping what harms', async () => {
    expectRefusal(await api.call('addApp', { as: api.admin, body: sampleAppForm() }), 429);
    const body = { scope: 'all', value: '', reason: 'an emergency' } as const;
    const started = await api.call('startPause', { as: api.admin, body });
    expect(started.status, started.text).toBe(200);
    const id = started.body.data.id;
    const ended = await api.call('endPause', { as: api.admin, id, body: {} });
    expect(ended.status, ended.text).toBe(200);
    const { appID } = await api.db.selectFrom('app').select('appID').executeTakeFirstOrThrow();
    const revoked = await api.call('revokeOldTokens', { as: api.admin, id: appID });
    expect(revoked.status, revoked.text).toBe(200);
  });
});

describe('the number of apps of an owner', () => {
  let api: AppServer;
  beforeAll(async () => {
    api = await openAppServer({ APPS_PER_OWNER: '2' });
  });
  afterAll(() => api.close());

  it('has a bound, also where an administrator chooses the owner', async () => {
    const body = sampleAppForm();
    await api.call('addApp', { as: api.ada, body });
    const { appID } = await api.add({ selectedUser: 'ada' });
    const own = await api.call('addApp', { as: api.ada, body });
    expectRefusal(own, 409);
    expect(own.body.message).toBe(
      'You have 2 applications, as many as an owner may have (APPS_PER_OWNER)',
    );
    const another = await api.add();
    for (const answer of [
      await api.call('addApp', { as: api.admin, body: { ...body, selectedUser: 'ada' } }),
      await api.call('updateApp', {
        as: api.admin,
        id: another.appID,
        body: { selectedUser: 'ada' },
      }),
    ]) {
      expectRefusal(answer, 409);
      expect(answer.body.errors[0].field).toBe('selectedUser');
      expect(answer.body.message).toMatch(/^Ada Harbour has 2 applications/);
    }
    // An edit of one of them is no new one.
    const kept = { selectedUser: 'ada', note: 'kept' };
    const edit = await api.call('updateApp', { as: api.admin, id: appID, body: kept });
    expect(edit.status, edit.text).toBe(200);
    const given = { selectedUser: '' };
    await api.call('updateApp', { as: api.admin, id: appID, body: given });
    expect((await api.call('addApp', { as: api.ada, body })).status).toBe(200);
  });
});

describe('an entry of the log', () => {
  let api: AppServer;
  beforeAll(async () => {
    api = await openAppServer();
  });
  afterAll(() => api.close());

  it('of an app with every text at its maximum has less than 40,000 bytes', async () => {
    const { text } = limits;
    const wide = (most: number) => '字'.repeat(most);
    const units = Object.fromEntries(adUnitSlots.map(({ name }) => [name, wide(text.adUnit)]));
    const form = { ...sampleAppForm(), ...units, note: wide(text.note) };
    const names = { appName: wide(text.appName), accountName: wide(text.accountName) };
    const answer = await api.call('addApp', { as: api.ada, body: { ...form, ...names } });
    expect(answer.status, answer.text).toBe(200);
    const [entry] = await api.entriesOf(answer.body.data.appID);
    const bytes = Buffer.byteLength(JSON.stringify(entry?.row));
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(40_000);
  });

  it('is refused when it is larger than any entry may be, and nothing is written', async () => {
    const log = createChangeLog(api.db, createChangesFeed(), Date.now);
    const texts = Array(100).fill('字'.repeat(limits.entryBytes / 300 + 1));
    const entry = { entity: 'user', key: 'large', action: 'delete', row: { texts } } as const;
    const refused = await log(systemAuthor, ({ log: add }) => add(entry)).catch((error) => error);
    expect(refused).toMatchObject({ code: 'conflict' });
    expect(await api.entriesOf('large')).toEqual([]);
  });
});

it('an icon is deleted only when no app and no entry of the log refers to it', async () => {
  // It prunes nothing by itself.
  const adwarden = await buildTestServer({}, { begins: false });
  try {
    const as = await adwarden.signInAdmin();
    const hashes = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));
    const [inUse = '', inTheLog = '', ofDeleted = '', ofNobody = ''] = hashes;
    const bytes = new Uint8Array([1]);
    const icons = hashes.map((hash) => ({ hash, bytes, createdAt: 1 }));
    await adwarden.db.insertInto('icon').values(icons).execute();
    const add = async () => {
      const answer = await adwarden.call('addApp', { as, body: sampleAppForm() });
      return answer.body.data.appID as string;
    };
    /** Gives an app an icon in the row and in its next entry of the log. */
    const give = async (appID: string, iconHash: string) => {
      await adwarden.db.updateTable('app').set({ iconHash }).where('appID', '=', appID).execute();
      const body = { note: iconHash };
      await adwarden.call('updateApp', { as, id: appID, body });
    };
    const app = await add();
    await give(app, inTheLog);
    await give(app, inUse);
    const deleted = await add();
    await give(deleted, ofDeleted);
    await adwarden.call('deleteApp', { as, id: deleted });

    expect((await pruneNow(adwarden.db)).icons).toBe(1);
    const left = await adwarden.db.selectFrom('icon').select('hash').orderBy('hash').execute();
    expect(left.map(({ hash }) => hash)).toEqual([inUse, inTheLog, ofDeleted]);
    expect(left).not.toContainEqual({ hash: ofNobody });

    await adwarden.db
      .deleteFrom('change')
      .where('key', '=', app)
      .where('row', 'like', `%${inTheLog}%`)
      .execute();
    expect((await pruneNow(adwarden.db)).icons).toBe(1);
    expect((await adwarden.inject({ method: 'GET', url: `/icons/${inUse}.webp` })).status).toBe(
      200,
    );
  } finally {
    await adwarden.close();
  }
});
