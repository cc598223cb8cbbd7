import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/kit/logger.ts';
import { adminEmail, buildTestServer, type TestServer } from '../servers/build-test-server.ts';

const hour = 3_600_000;
const ada = sampleUserForm();

let now = Date.now();
let lines: Record<string, unknown>[] = [];
let adwarden: TestServer;
let admin: string;
let owner: string;
beforeAll(async () => {
  const memory = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  adwarden = await buildTestServer({}, { logger: createLogger('debug', memory), clock: () => now });
  admin = await adwarden.signInAdmin();
  await adwarden.call('createNewUser', { as: admin, body: ada });
  owner = await adwarden.signInUser(ada.userId, ada.password);
});
afterAll(() => adwarden.close());

/** Makes an administrator's account that only looks, so that wrong passwords lock out nobody else. */
async function addViewer(email: string) {
  const body = { email, fullName: 'Jo', role: 'viewer', password: 'A-long-horse-9' } as const;
  expect((await adwarden.call('addAdmin', { as: admin, body })).status).toBe(200);
}

/** Returns the log lines of some calls. */
async function logged(calls: () => Promise<unknown>) {
  lines = [];
  await calls();
  return lines.filter(({ res, signIn }) => res || signIn);
}

type Entry = {
  at: string;
  key: string;
  name: string;
  diff: object[];
  actor: { name: string; address: string };
};
const log = async () => {
  const query = { entity: 'secret', pageSize: 100 } as const;
  const { body } = await adwarden.call('getChanges', { as: admin, query });
  return body.data as Entry[];
};
const entries = async () =>
  (await log()).map(({ key, actor }) => `${key} by ${actor.name} from ${actor.address}`);

describe('the log of requests', () => {
  it.each([
    ['answered', () => adwarden.call('appStats', { as: owner }), 200],
    ['refused to this role', () => adwarden.call('getUser', { as: owner }), 403],
    ['refused for its form', () => adwarden.callLoosely('addApp', { as: owner, body: {} }), 400],
  ])('names the actor of a call that is %s', async (_, call, status) => {
    const { body } = await adwarden.call('getUser', { as: admin, query: { userID: ada.userId } });
    const written = await logged(call);
    expect(written.map(({ actor, res }) => ({ actor, res }))).toEqual([
      { actor: { kind: 'user', id: body.data[0].id }, res: { status } },
    ]);
  });

  it('names who signed out', async () => {
    const bearer = await adwarden.signInUser(ada.userId, ada.password);
    const written = await logged(() => adwarden.call('signOut', { as: bearer }));
    expect(written).toMatchObject([{ actor: { kind: 'user' }, res: { status: 200 } }]);
  });

  it('names no actor where nobody is signed in', async () => {
    const written = await logged(() => adwarden.call('getUser', { as: 'x'.repeat(43) }));
    expect(written).toMatchObject([{ res: { status: 401 } }]);
    expect(written[0]).not.toHaveProperty('actor');
  });

  it('has the account and the outcome of each sign-in', async () => {
    const email = 'grace@example.com';
    await addViewer(email);
    const written = await logged(async () => {
      await adwarden.signInAdmin();
      for (let tries = 0; tries < 11; tries++) {
        await adwarden.call('adminSignIn', { body: { email, password: 'wrong-password' } });
      }
    });
    const signIns = written.flatMap(({ signIn }) => (signIn ? [signIn] : []));
    const failed = { kind: 'admin', account: email, address: '127.0.0.1' };
    expect(signIns).toEqual([
      {
        kind: 'admin',
        account: adminEmail,
        address: '127.0.0.1',
        outcome: 'signed-in',
        id: expect.any(String),
      },
      ...Array(10).fill({ ...failed, outcome: 'wrong-credentials' }),
      { ...failed, outcome: 'too-many' },
    ]);
  });

  it('has at most 100 characters of a login, and no token', async () => {
    const token = 't0'.repeat(16);
    const long = `jo@${'long.'.repeat(25)}example`;
    const withToken = `x.${token}@example.com`;
    await addViewer(long);
    await addViewer(withToken);
    const written = await logged(async () => {
      for (const email of [long, withToken]) {
        await adwarden.call('adminSignIn', { body: { email, password: 'wrong-password' } });
      }
    });
    const text = JSON.stringify(written);
    expect(text).toContain(`"${long.slice(0, 100)}"`);
    expect(text).toContain('"x.…@example.com"');
    expect(text).not.toContain(token);
  });
});

describe('the log of changes', () => {
  it('names once an hour who has read passwords and keys', async () => {
    const read = async () => {
      await adwarden.call('getUser', { as: admin });
      await adwarden.call('getUser', { as: admin, query: { page: 0 } });
      await adwarden.call('getAllConfig', { as: admin });
      await adwarden.call('updateAPIMethod', { as: admin, body: { apiMethod: 'local' } });
    };
    now += 2 * hour;
    const before = (await entries()).length;
    await read();
    await read();
    const written = [
      'keys by Administrator from 127.0.0.1',
      'passwords by Administrator from 127.0.0.1',
    ];
    await expect
      .poll(async () => (await entries()).slice(0, -before || undefined))
      .toEqual(written);
    now += hour;
    await read();
    await expect.poll(async () => (await entries()).length).toBe(before + 4);
  });

  it('says whose passwords were read, each person once an hour', async () => {
    const form = sampleUserForm({ userId: 'kofi', fullName: 'Kofi Quay' });
    const kofi = (await adwarden.call('createNewUser', { as: admin, body: form })).body.data;
    const list = (query: object) => adwarden.call('getUser', { as: admin, query: query as never });
    now += 2 * hour;
    const newest = async () => (await log())[0]?.diff;
    const whose = (...users: string[]) => [{ field: 'users', before: null, after: users }];
    const [ofKofi, ofAda] = ['Kofi Quay (kofi)', `${ada.fullName} (${ada.userId})`];

    const shown = await adwarden.call('getUserPassword', { as: admin, id: kofi.id });
    expect(shown.body.data).toEqual({ id: kofi.id, password: form.password });
    await expect.poll(newest).toEqual(whose(ofKofi));
    expect((await log())[0]?.name).toBe(ofKofi);
    await list({ page: 0, sort: 'fullName' });
    await expect.poll(newest).toEqual(whose(ofAda));
    const count = (await log()).length;
    await list({ userID: 'kofi' });
    await adwarden.call('getUserPassword', { as: admin, id: kofi.id });
    await adwarden.call('getUser', { as: admin });
    await expect.poll(newest).toEqual(whose('All users'));
    await list({ userID: 'kofi' });
    expect(await log()).toHaveLength(count + 1);
    const query = { search: 'Kofi Quay', entity: 'secret' as const };
    const found = await adwarden.call('getChanges', { as: admin, query });
    expect(found.body.data.map(({ name }: Entry) => name)).toContain(ofKofi);
  });

  it('has no entry for calls whose answers have no password', async () => {
    const { body } = await adwarden.call('getUserNames', { as: admin });
    const { id } = body.data[0];
    now += 2 * hour;
    const before = (await log()).length;
    const update = await adwarden.call('updateUser', { as: admin, id, body: { position: 'Lead' } });
    const { version } = update.body.data;
    await adwarden.call('undoChange', { as: admin, id: version });
    await adwarden.call('getUserNames', { as: admin, query: { search: 'a' } });
    expect((await adwarden.call('getAllConfig', { as: admin })).status).toBe(200);
    await expect.poll(async () => (await log())[0]?.key).toBe('keys');
    expect(await log()).toHaveLength(before + 1);
  });

  it('has one entry for all nodes', async () => {
    now += 2 * hour;
    await adwarden.call('getUser', { as: admin });
    const newest = async () => (await log())[0]?.at;
    await expect.poll(newest).toBe(new Date(now).toISOString());
    const count = (await entries()).length;
    const other = await buildTestServer({ ...adwarden.place }, { clock: () => now });
    try {
      await other.call('getUser', { as: admin });
      now += 2 * hour;
      await other.call('getUser', { as: admin });
      await expect.poll(newest).toBe(new Date(now).toISOString());
      expect(await entries()).toHaveLength(count + 1);
    } finally {
      await other.close();
    }
  });

  it('has no entry for a list without passwords', async () => {
    const silent = await buildTestServer({ SHOW_PASSWORDS: 'off' });
    try {
      const as = await silent.signInAdmin();
      await silent.call('getUser', { as });
      await silent.call('getAllConfig', { as });
      const total = async () =>
        (await silent.call('getChanges', { as, query: { entity: 'secret' } })).body.total;
      await expect.poll(total).toBe(1);
    } finally {
      await silent.close();
    }
  });

  it('refuses to restore an entry about a read', async () => {
    const query = { entity: 'secret' } as const;
    const { body } = await adwarden.call('getChanges', { as: admin, query });
    const answer = await adwarden.call('restoreChange', { as: admin, id: body.data[0].seq });
    expect(answer.status, answer.text).toBe(400);
  });
});

it('passwords can be read while writes fail, and the server logs who has read them', async () => {
  const written: string[] = [];
  const logger = createLogger('warn', { write: (line) => void written.push(line) });
  const locked = await buildTestServer({}, { logger, database: 'sqlite' });
  const other = new DatabaseSync(join(locked.dataDir, 'adwarden.db'));
  try {
    const as = await locked.signInAdmin();
    other.exec('begin immediate');
    expect((await locked.call('getUser', { as })).status).toBe(200);
    expect(written.join(''), 'the write still waits').not.toContain('who read secrets');
    await expect.poll(() => written.join('')).toContain('who read secrets');
    other.exec('rollback');
    const query = { entity: 'secret' } as const;
    const total = async () => {
      await locked.call('getUser', { as });
      return (await locked.call('getChanges', { as, query })).body.total;
    };
    await expect.poll(total).toBe(1);
  } finally {
    other.close();
    await locked.close();
  }
}, 40_000);
