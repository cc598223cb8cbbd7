import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { limits } from '@adwarden/contract/limits';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeManyApps } from '../../test/databases/many-apps.ts';
import { openPaused } from '../../test/outside/raw-socket.ts';
import { fileForm } from '../../test/samples/file-form.ts';
import { type AppServer, openAppServer } from '../../test/servers/app-server.ts';
import { newId } from '../kit/ids.ts';
import { createLogger } from '../kit/logger.ts';

/*
 * For each kind of limits.quotas: a person who has as much as allowed is refused, everybody else goes on, and the
 * administrator's emergency calls work.
 */

/** The quota of rows in this test: few, because it must be filled. */
const few = 8;
const fewBytes = 300_000;

let api: AppServer;
let address: string;
let people: Record<'ada' | 'eve' | 'admin', { kind: 'user' | 'admin'; id: string; as: string }>;
const figures = structuredClone(limits.quotas);
const endedBytes = structuredClone(limits.endedBytes);
/** The lines of the log that an operator should look at. */
const alarming: string[] = [];
const log = new Writable({
  write(chunk, _, done) {
    const lines = String(chunk).split('\n').filter(Boolean);
    alarming.push(...lines.filter((line) => JSON.parse(line).level > 30));
    done();
  },
});
beforeAll(async () => {
  // Otherwise the server's pruning may delete a batch of so many bytes in the middle of its test.
  const all = Number.MAX_SAFE_INTEGER;
  Object.assign(limits.endedBytes, { user: all, admin: all });
  for (const kind of [
    'pauses',
    'pausedApps',
    'changeRequests',
    'runningBatches',
    'views',
    'apiKeys',
    'idempotencyKeys',
  ] as const) {
    Object.assign(limits.quotas[kind], { user: few, admin: few });
  }
  Object.assign(limits.quotas.loggedBytes, { user: fewBytes, admin: fewBytes });
  Object.assign(limits.quotas.loggedBytesOfUndo, { user: 2 * fewBytes, admin: 2 * fewBytes });
  api = await openAppServer(
    { APPS_PER_OWNER: String(30 * few), WRITES_PER_MINUTE: '10000' },
    { logger: createLogger('info', log) },
  );
  address = await api.listen();
  const users = await api.db.selectFrom('app_user').select(['id', 'userID']).execute();
  const admin = await api.db.selectFrom('admin').select('id').executeTakeFirstOrThrow();
  const idOf = (login: string) => users.find(({ userID }) => userID === login)?.id ?? '';
  people = {
    ada: { kind: 'user', id: idOf('ada'), as: api.ada },
    eve: { kind: 'user', id: idOf('eve'), as: api.eve },
    admin: { kind: 'admin', id: admin.id, as: api.admin },
  };
});
afterAll(async () => {
  for (const [kind, of] of Object.entries(figures)) {
    Object.assign(limits.quotas[kind as keyof typeof figures], of);
  }
  Object.assign(limits.endedBytes, endedBytes);
  await api.close();
});

type Name = keyof typeof people;
type Answer = { status: number; text: string };
type Case = {
  refused: number;
  words: RegExp;
  /** Makes a person have as much as allowed; returns what ends it. */
  hold(name: Name): Promise<() => unknown>;
  /** Asks for one more. */
  add(name: Name): Promise<Answer>;
};

const ownerOf = (name: Name) => ({ selectedUser: name === 'admin' ? '' : name });
const appOf = async (name: Name): Promise<string> => (await api.add(ownerOf(name))).appID;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Copies the newest row of a table until its person has `few`. There must be a row. */
async function copies(
  table: 'pause' | 'change_request' | 'batch' | 'saved_view' | 'api_key',
  over: (n: number) => object,
): Promise<() => unknown> {
  const row = await api.db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
  const ids = Array.from({ length: few }, newId);
  const rows = ids.map((id, n) => ({ ...row, ...over(n), id }));
  await api.db
    .insertInto(table)
    .values(rows as never)
    .execute();
  return () => api.db.deleteFrom(table).where('id', 'in', ids).execute();
}
const authorOf = (name: Name) => ({
  authorKind: people[name].kind,
  authorId: people[name].id,
});

async function startBatch(name: Name) {
  const { as } = people[name];
  const body = { select: { appIDs: [await appOf(name)] }, change: { set: { note: 'all' } } };
  const preview = await api.call('previewBatch', { as, body });
  return api.call('startBatch', { as, body: { previewID: preview.body.data.previewID } });
}

/**
 * Asks for one more than allowed, on connections whose answers nobody reads and whose bodies do not come, and waits until
 * one is refused: then the others are held.
 */
async function held(most: number, head: string[]): Promise<() => void> {
  const open: { socket: Socket; begins: string }[] = [];
  for (let n = 0; n <= most; n += 1) {
    const one = { socket: await openPaused(address), begins: '' };
    one.socket.on('readable', () => {
      one.begins ||= String(one.socket.read('HTTP/1.1 503'.length) ?? '');
    });
    one.socket.write([...head, 'Host: x', '', ''].join('\r\n'));
    open.push(one);
  }
  const refused = () => open.filter(({ begins }) => begins.endsWith(' 503')).length;
  await expect.poll(refused).toBe(1);
  return () => {
    for (const { socket } of open) socket.destroy();
  };
}

/** Fills the log with so many bytes of a person; returns the function that removes them. */
async function fillLog(name: Name, bytes: number): Promise<() => unknown> {
  const { kind: actorKind, id: actorId } = people[name];
  const by = { actorKind, actorId, actorName: '', address: '', action: 'update' };
  const entry = { ...by, entity: 'app', key: 'large', at: Date.now() };
  const row = JSON.stringify({ text: '字'.repeat(bytes / 30) });
  await api.db
    .insertInto('change')
    .values(Array(10).fill({ ...entry, row }))
    .execute();
  return () => api.db.deleteFrom('change').where('key', '=', 'large').execute();
}

/** Batches of each person that have ended and can be undone. */
const undoable: Record<Name, string[]> = { ada: [], eve: [], admin: [] };
async function makeUndoable(name: Name): Promise<void> {
  const { body } = await startBatch(name);
  const { id } = body.data.batch;
  const state = async () => {
    const batch = await api.call('getBatch', { as: people[name].as, id });
    return batch.body.data.batch.state;
  };
  await expect.poll(state).toBe('done');
  undoable[name].push(id);
}

const wholeList = (name: Name) => (name === 'admin' ? '/apps/getAllApp' : `/user/getApp/${name}`);

const cases: Record<keyof typeof limits.quotas, Case> = {
  apps: {
    refused: 409,
    words: /You have 240 applications/,
    async hold(name) {
      const made = await writeManyApps(api.db, 30 * few, { ownerId: people[name].id });
      return () => api.db.deleteFrom('app').where('appID', 'in', made).execute();
    },
    add: (name) =>
      api
        .add({}, people[name].as)
        .then(() => ({ status: 200, text: '' }))
        .catch((error) => ({ status: 409, text: String(error) })),
  },
  views: {
    refused: 409,
    words: /You have 8 views/,
    async hold(name) {
      await this.add(name);
      const { kind: ownerKind, id: ownerId } = people[name];
      return copies('saved_view', (n) => ({ ownerKind, ownerId, name: `v${n}`, nameKey: `v${n}` }));
    },
    add: (name) =>
      api.call('addView', {
        as: people[name].as,
        body: { list: 'apps', name: newId(), shared: name === 'admin' },
      }),
  },
  apiKeys: {
    refused: 409,
    words: /You have 8 API keys: end some first/,
    async hold(name) {
      await this.add(name);
      const { kind, id: accountId } = people[name];
      return copies('api_key', (n) => ({ kind, accountId, keyHash: `${name} ${n}` }));
    },
    add: (name) =>
      api.call('addApiKey', { as: people[name].as, body: { name: newId(), scopes: ['read'] } }),
  },
  pauses: {
    refused: 409,
    words: /You have 8 active pauses/,
    async hold(name) {
      await this.add('eve');
      const { kind: createdByKind, id: createdById } = people[name];
      const of = { createdByKind, createdById, endedAt: null };
      return copies('pause', (n) => ({ ...of, scope: 'app', key: `none-${name}-${n}` }));
    },
    async add(name) {
      const body = { scope: 'app', value: await appOf(name), reason: 'a test' } as const;
      return api.call('startPause', { as: people[name].as, body });
    },
  },
  pausedApps: {
    refused: 409,
    words: /You may name 8 applications in active pauses/,
    async hold(name) {
      await this.add('eve');
      const { kind: createdByKind, id: createdById } = people[name];
      // These are parts of a pause: they do not count as pauses.
      const of = { createdByKind, createdById, endedAt: null, continues: 'one of some apps' };
      return copies('pause', (n) => ({ ...of, scope: 'app', key: `none-${name}-${n}` }));
    },
    async add(name) {
      const body = { scope: 'apps', appIDs: [await appOf(name)], reason: 'a test' } as const;
      return api.call('startPause', { as: people[name].as, body });
    },
  },
  changeRequests: {
    refused: 409,
    words: /has 8 open change requests/,
    async hold(name) {
      await this.add('eve');
      return copies('change_request', (n) => ({
        ...authorOf(name),
        appID: `none-${n}`,
        state: 'in-review',
      }));
    },
    async add(name) {
      const body = { appID: await appOf(name), changes: { note: 'later' }, at: inAnHour() };
      return api.call('createChangeRequest', { as: people[name].as, body });
    },
  },
  idempotencyKeys: {
    refused: 409,
    words: /You have sent 8 calls with an Idempotency-Key in a day/,
    async hold(name) {
      const { kind, id: accountId } = people[name];
      const of = { kind, accountId, digest: '', madeId: '', at: Date.now() };
      const rows = Array.from({ length: few }, () => ({ ...of, key: newId() }));
      await api.db.insertInto('idempotency_key').values(rows).execute();
      return () =>
        api.db.deleteFrom('idempotency_key').where('accountId', '=', accountId).execute();
    },
    add: (name) =>
      api.call('addApp', {
        as: people[name].as,
        body: { ...sampleAppForm(), ...ownerOf(name) },
        headers: { 'idempotency-key': newId() },
      }),
  },
  runningBatches: {
    refused: 409,
    words: /8 of your bulk changes still run/,
    async hold(name) {
      await startBatch('eve');
      const nextAt = Date.now() + 9_000_000;
      return copies('batch', () => ({ ...authorOf(name), state: 'running', nextAt }));
    },
    add: startBatch,
  },
  loggedBytes: {
    refused: 409,
    words: /changes of the last 24 hours fill/,
    hold: (name) => fillLog(name, fewBytes),
    add: startBatch,
  },
  loggedBytesOfUndo: {
    refused: 409,
    words: /changes of the last 24 hours fill/,
    async hold(name) {
      await makeUndoable(name);
      return fillLog(name, 2 * fewBytes);
    },
    async add(name) {
      if (undoable[name].length === 0) await makeUndoable(name);
      const [id = ''] = undoable[name];
      const answer = await api.call('undoBatch', { as: people[name].as, id });
      if (answer.status === 200) undoable[name].shift();
      return answer;
    },
  },
  storedBytes: {
    refused: 409,
    words: /You store [\d,.]+ MB of (256|8,192) MB \(batches and previews .*: shorten or delete/,
    async hold(name) {
      await startBatch('eve');
      const bytes = limits.quotas.storedBytes[people[name].kind];
      return copies('batch', (n) => ({
        ...authorOf(name),
        state: 'done',
        // Otherwise the server's pruning may count the bytes of its rows in the middle of the test.
        trimmed: 'on',
        bytes: n === 0 ? bytes : 0,
      }));
    },
    async add(name) {
      const body = { select: { appIDs: [await appOf(name)] }, change: { set: { note: newId() } } };
      return api.call('previewBatch', { as: people[name].as, body });
    },
  },
  eventStreams: {
    refused: 503,
    words: /too many pages open/,
    async hold(name) {
      const path = `/apps/connect/${await appOf(name)}`;
      const head = [`GET ${path} HTTP/1.1`, 'Accept: text/event-stream'];
      const most = limits.quotas.eventStreams[people[name].kind];
      return held(most, [...head, `Authorization: Bearer ${people[name].as}`]);
    },
    async add(name) {
      const leaving = new AbortController();
      const answer = await fetch(`${address}/apps/connect/${await appOf(name)}`, {
        headers: { authorization: `Bearer ${people[name].as}`, accept: 'text/event-stream' },
        signal: leaving.signal,
      });
      const text = answer.status === 200 ? '' : await answer.text();
      leaving.abort();
      return { status: answer.status, text };
    },
  },
  wholeLists: {
    refused: 503,
    words: /too many whole lists/,
    async hold(name) {
      // This is more than the system's buffers of a connection take.
      const note = '字'.repeat(limits.text.note);
      const made = await writeManyApps(api.db, 1_500, { ownerId: people.ada.id, note });
      const head = `GET ${wholeList(name)} HTTP/1.1`;
      const bearer = `Authorization: Bearer ${people[name].as}`;
      const release = await held(limits.quotas.wholeLists[people[name].kind], [head, bearer]);
      return async () => {
        release();
        for (let from = 0; from < made.length; from += 500) {
          const some = made.slice(from, from + 500);
          await api.db.deleteFrom('app').where('appID', 'in', some).execute();
        }
      };
    },
    async add(name) {
      const headers = { authorization: `Bearer ${people[name].as}` };
      const answer = await fetch(address + wholeList(name), { headers });
      return { status: answer.status, text: (await answer.text()).slice(0, 300) };
    },
  },
  uploads: {
    refused: 503,
    words: /You are sending other files/,
    async hold(name) {
      const { headers } = fileForm(people[name].as, null);
      const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}`);
      const length = `Content-Length: ${limits.import.bytes}`;
      const head = ['POST /apps/import/columns HTTP/1.1', ...lines, length];
      return held(limits.quotas.uploads[people[name].kind], head);
    },
    async add(name) {
      const { payload: body, headers } = fileForm(people[name].as, { content: 'Name\nTide\n' });
      const answer = await fetch(`${address}/apps/import/columns`, {
        method: 'POST',
        headers,
        body,
      });
      return { status: answer.status, text: await answer.text() };
    },
  },
  previewsInTheMaking: {
    refused: 429,
    words: /Your last preview is still being made/,
    async hold(name) {
      const stop = new AbortController();
      // It makes one after the other, so that one is always in the making.
      const making = (async () => {
        while (!stop.signal.aborted) await this.add(name);
      })();
      const second = (async () => {
        while (!stop.signal.aborted) await this.add(name);
      })();
      return () => {
        stop.abort();
        return Promise.all([making, second]);
      };
    },
    add: (name) =>
      api.call('previewBatch', {
        as: people[name].as,
        body: { select: { where: {} }, change: { set: { note: newId() } } },
      }),
  },
};

/** Makes the calls that an administrator must be able to make at any time. */
async function emergency(): Promise<void> {
  const done = (answer: Answer) => expect(answer.status, answer.text).toBe(200);
  const body = { scope: 'all', value: '', reason: 'an emergency' } as const;
  const stop = await api.call('startPause', { as: api.admin, body });
  done(stop);
  done(await api.call('endPause', { as: api.admin, id: stop.body.data.id, body: {} }));
  const { appID: id } = await api.add();
  done(await api.call('rotateToken', { as: api.admin, id, body: {} }));
  done(await api.call('revokeOldTokens', { as: api.admin, id }));
  expect(await api.signInAdmin()).toBeTruthy();
}

describe.each(Object.keys(cases) as (keyof typeof cases)[])('%s', (kind) => {
  const it60 = (name: string, work: () => Promise<void>) => it(name, work, 60_000);
  async function mustRefuse(name: Name): Promise<void> {
    const { refused, words } = cases[kind];
    let answer: Answer = { status: 0, text: '' };
    await expect
      .poll(
        async () => {
          answer = await cases[kind].add(name);
          return answer.status;
        },
        { timeout: 20_000 },
      )
      .toBe(refused);
    expect(answer.text).toMatch(words);
    // A refusal over an own quota is no fault of the server.
    expect(alarming).toEqual([]);
  }

  it60('an owner at the limit is refused in words, and nobody else', async () => {
    expect((await cases[kind].add('ada')).status, 'below the limit').toBeLessThan(300);
    await cases[kind].add('eve');
    const release = await cases[kind].hold('ada');
    try {
      await mustRefuse('ada');
      for (const name of ['eve', 'admin'] as const) {
        const other = await cases[kind].add(name);
        expect(other.status, `${name}: ${other.text}`).toBeLessThan(300);
      }
      await emergency();
    } finally {
      await release();
    }
    await expect.poll(async () => (await cases[kind].add('ada')).status).toBeLessThan(300);
  });

  it60('an administrator at the limit can still stop what harms', async () => {
    if (limits.quotas[kind].admin === Number.POSITIVE_INFINITY) return;
    const release = await cases[kind].hold('admin');
    try {
      await mustRefuse('admin');
      await emergency();
    } finally {
      await release();
    }
  });
});

it('no owner alone fills the places of all owners', () => {
  for (const [kind, of] of Object.entries(figures)) {
    if ('owners' in of) expect(of.owners, kind).toBeGreaterThanOrEqual(3 * of.user);
  }
});
