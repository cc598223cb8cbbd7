import type { CallName, calls } from '@adwarden/contract/calls';
import { limits } from '@adwarden/contract/limits';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileForm } from '../../test/samples/file-form.ts';
import { type BatchServer, openBatchServer } from '../../test/servers/batch-server.ts';
import { dayMs } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';

/* Calls that create something, sent again with the same Idempotency-Key (ADR 90). */

type Creating = {
  [N in CallName]: (typeof calls)[N] extends { creates: true } ? N : never;
}[CallName];
type Sent = { id?: string; body?: object };
type Case = {
  /** The table that gets a row. */
  table:
    | ('admin' | 'app' | 'app_token' | 'app_user' | 'app_configuration')
    | ('api_key' | 'pause' | 'change_request' | 'batch' | 'saved_view' | 'webhook');
  /** Makes a call that creates something new each time. */
  sent(): Promise<Sent>;
  /** The id in the answer. */
  idOf(data: never): string;
};

let api: BatchServer;
const { apiKeys } = limits.quotas;
const fewKeys = { ...apiKeys };
beforeAll(async () => {
  // A person has few keys, and this test makes many.
  Object.assign(apiKeys, { admin: 1_000, user: 1_000 });
  api = await openBatchServer({ WRITES_PER_MINUTE: '100000' });
});
afterAll(() => {
  Object.assign(apiKeys, fewKeys);
  return api.close();
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const previewOf = async () =>
  api.preview({ appIDs: await api.addSome(1) }, { set: { note: newId() } });

const cases: Record<Creating, Case> = {
  addApp: {
    table: 'app',
    sent: async () => ({ body: sampleAppForm({ appName: `Ö'%; 🌊 ${newId()}` }) }),
    idOf: ({ appID }: { appID: string }) => appID,
  },
  rotateToken: {
    table: 'app_token',
    sent: async () => ({ id: (await api.add()).appID, body: { keepOldForDays: 3 } }),
    idOf: ({ appID }: { appID: string }) => appID,
  },
  createNewUser: {
    table: 'app_user',
    sent: async () => ({ body: sampleUserForm({ userId: newId() }) }),
    idOf: ({ id }: { id: string }) => id,
  },
  addAdmin: {
    table: 'admin',
    sent: async () => ({
      body: { email: `${newId()}@example.com`, fullName: 'Nia', role: 'admin', invite: true },
    }),
    idOf: ({ id }: { id: string }) => id,
  },
  addApiKey: {
    table: 'api_key',
    sent: async () => ({ body: { name: newId(), scopes: ['read'] } }),
    idOf: ({ id }: { id: string }) => id,
  },
  addConfigureApp: {
    table: 'app_configuration',
    sent: async () => ({ body: { id: (await api.add()).appID, country: 'India' } }),
    idOf: ({ appID }: { appID: string }) => appID,
  },
  startPause: {
    table: 'pause',
    sent: async () => ({
      body: { scope: 'app', value: (await api.add()).appID, reason: 'مراجعة' },
    }),
    idOf: ({ id }: { id: string }) => id,
  },
  createChangeRequest: {
    table: 'change_request',
    sent: async () => ({
      body: { appID: (await api.add()).appID, changes: { note: 'later' }, at: inAnHour() },
    }),
    idOf: ({ id }: { id: string }) => id,
  },
  startBatch: {
    table: 'batch',
    sent: async () => ({ body: { previewID: (await previewOf()).previewID } }),
    idOf: ({ batch }: { batch: { id: string } }) => batch.id,
  },
  undoBatch: {
    table: 'batch',
    async sent() {
      const { previewID } = await previewOf();
      const { body } = await api.start(previewID);
      await api.ends(body.data.batch.id);
      return { id: body.data.batch.id };
    },
    idOf: ({ batch }: { batch: { id: string } }) => batch.id,
  },
  addView: {
    table: 'saved_view',
    sent: async () => ({ body: { list: 'apps', name: newId() } }),
    idOf: ({ id }: { id: string }) => id,
  },
  addWebhook: {
    table: 'webhook',
    sent: async () => ({
      body: { url: `https://93.184.216.34/${newId()}`, events: ['pause.began'] },
    }),
    idOf: ({ id }: { id: string }) => id,
  },
};

/** The answer to a repeat has no data: its secret was shown once. */
const showsOnce: readonly string[] = ['addWebhook'];

const keyed = (key: string) => ({ 'idempotency-key': key });
const rowsOf = async (table: Case['table']): Promise<number> => {
  const { count } = await api.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
type Answer = Awaited<ReturnType<BatchServer['call']>>;
const madeBefore = (answer: Answer, id: string, words: RegExp) => {
  expect(answer.status, answer.text).toBe(409);
  expect(answer.body.made).toEqual({ id });
  expect(answer.body.message).toMatch(words);
};

describe.each(Object.entries(cases) as [Creating, Case][])('%s', (name, { table, sent, idOf }) => {
  const send = (one: Sent, key: string, as = api.admin) =>
    api.call(name, { as, ...one, headers: keyed(key) });
  const idIn = (answer: Answer) => {
    expect(answer.status, answer.text).toBe(200);
    return idOf(answer.body.data as never);
  };
  const isRepeat = (answer: Answer, id: string) => {
    if (showsOnce.includes(name)) madeBefore(answer, id, /shown/);
    else expect(idIn(answer)).toBe(id);
  };

  it('is carried out once, and answered again from the rows', async () => {
    const one = await sent();
    const key = newId();
    const rows = await rowsOf(table);
    const first = await send(one, key);
    const id = idIn(first);
    const again = await send(one, key);
    isRepeat(again, id);
    const more = await rowsOf(table);
    if (name !== 'startBatch') expect(more).toBe(rows + 1);
    if (again.status === 200) {
      expect(again.body.message).toBe(first.body.message);
      expect(Object.keys(again.body.data)).toEqual(Object.keys(first.body.data));
    }

    const other = await sent();
    madeBefore(await send(other, key), id, /with other values/);
    expect(idIn(await send(other, newId())), 'another key').not.toBe(id);
    isRepeat(await send(one, key), id);
  });

  it('sent twice at once is carried out once', async () => {
    const one = await sent();
    const key = newId();
    const rows = await rowsOf(table);
    const answers = await Promise.all([1, 2, 3].map(() => send(one, key)));
    const [first] = answers.filter(({ status }) => status === 200);
    if (!first) throw new Error(answers.map(({ text }) => text).join('\n'));
    for (const answer of answers) if (answer !== first) isRepeat(answer, idIn(first));
    if (name !== 'startBatch') expect(await rowsOf(table)).toBe(rows + 1);
  });
});

const add = (key: string | undefined, over: object = {}, as = api.admin) =>
  api.call('addApp', {
    as,
    body: { ...sampleAppForm(), ...over },
    ...(key !== undefined && { headers: keyed(key) }),
  });

it('the order of the fields does not count, and without a key each call makes an app', async () => {
  const key = newId();
  const first = await add(key);
  const turned = Object.fromEntries(Object.entries(sampleAppForm()).reverse());
  const again = await api.callLoosely('addApp', {
    as: api.admin,
    body: turned,
    headers: keyed(key),
  });
  expect(again.body.data.appID).toBe(first.body.data.appID);
  const [one, other] = [await add(undefined), await add(undefined)];
  expect(one.body.data.appID).not.toBe(other.body.data.appID);
});

it('the key of somebody else is another key', async () => {
  const key = '1';
  const mine = await add(key, { selectedUser: 'ada' }, api.ada);
  const theirs = await add(key, { selectedUser: 'eve' }, api.eve);
  const again = await add(key, { selectedUser: 'ada' }, api.ada);
  expect(theirs.body.data.appID).not.toBe(mine.body.data.appID);
  expect(again.body.data.appID).toBe(mine.body.data.appID);
});

describe('a form with an icon', () => {
  const iconOf = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  async function sendForm(key: string, icon: Buffer, fields: Record<string, string>, edge: string) {
    const file = { content: icon, name: 'icon.png' };
    const form = fileForm(api.admin, file, fields, { part: 'icon', fileFirst: edge === 'other' });
    const type = `multipart/form-data; boundary=${edge}`;
    const payload = Buffer.from(
      form.payload.toString('latin1').replaceAll('--edge', `--${edge}`),
      'latin1',
    );
    const headers = { ...form.headers, 'content-type': type, ...keyed(key) };
    return api.inject({ method: 'POST', url: '/apps/addApp', payload, headers });
  }
  const { selectedUser: _, ...texts } = sampleAppForm();
  const fields = texts as Record<string, string>;

  it('is the same with another boundary and order, and another one with another icon', async () => {
    const key = newId();
    const icons = await Promise.all(['red', 'blue'].map(iconOf));
    const [red, blue] = icons as [Buffer, Buffer];
    const first = await sendForm(key, red, fields, 'edge');
    expect(first.status, first.text).toBe(200);
    const { appID } = first.body.data;
    const again = await sendForm(key, red, fields, 'other');
    expect(again.body.data?.appID, again.text).toBe(appID);
    madeBefore(await sendForm(key, blue, fields, 'edge'), appID, /with other values/);
    madeBefore(await sendForm(key, red, { ...fields, note: '' }, 'edge'), appID, /other values/);
  });
});

describe('what a repeat says of what was made', () => {
  it('it is as it is now', async () => {
    const key = newId();
    const { body } = await add(key);
    await api.update(body.data.appID, { note: 'changed since' });
    expect((await add(key)).body.data.note).toBe('changed since');
  });

  it('deleted since', async () => {
    const key = newId();
    const { body } = await add(key);
    await api.call('deleteApp', { as: api.admin, id: body.data.appID });
    madeBefore(await add(key), body.data.appID, /deleted since/);
  });

  it('given to somebody else since: nothing of it', async () => {
    const key = newId();
    const { body } = await add(key, { selectedUser: 'ada' }, api.ada);
    await api.update(body.data.appID, { selectedUser: 'eve', note: 'eve’s secret' });
    const again = await add(key, { selectedUser: 'ada' }, api.ada);
    madeBefore(again, body.data.appID, /not yours any more/);
    expect(again.text).not.toContain('secret');
  });
});

it.each([
  ['an empty one', ''],
  ['a long one', 'k'.repeat(65)],
  ['one with a space', 'a b'],
  ['one with a letter that is not ASCII', 'schl\u00fcssel'],
  ['two', 'one, two'],
])('%s is refused, and the header is named', async (_, key) => {
  const rows = await rowsOf('app');
  const answer = await add(key);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.errors).toEqual([
    { field: 'Idempotency-Key', message: expect.stringContaining('1 to 64 visible ASCII') },
  ]);
  expect(await rowsOf('app')).toBe(rows);
});

it('a call that is refused uses no key', async () => {
  const key = newId();
  expect((await add(key, { appName: '' })).status).toBe(400);
  expect((await add(key)).status).toBe(200);
});

it('a call that creates nothing ignores the header', async () => {
  const { appID } = await api.add();
  const headers = keyed('no key at all, and far too long for one'.repeat(3));
  const answer = await api.call('updateApp', {
    as: api.admin,
    id: appID,
    body: { note: 'x' },
    headers,
  });
  expect(answer.status, answer.text).toBe(200);
});

it('after a day a key is new', async () => {
  const key = newId();
  const first = await add(key);
  const since = (at: number) =>
    api.db.updateTable('idempotency_key').set({ at }).where('key', '=', key).execute();
  await since(Date.now() - dayMs + 60_000);
  expect((await add(key)).body.data.appID).toBe(first.body.data.appID);
  await since(Date.now() - dayMs - 60_000);
  const next = await add(key);
  expect(next.body.data.appID).not.toBe(first.body.data.appID);
  expect((await add(key)).body.data.appID).toBe(next.body.data.appID);
});

it('what is made and its key are written together', async () => {
  const { idempotencyKeys } = limits.quotas;
  const usual = { ...idempotencyKeys };
  Object.assign(idempotencyKeys, { admin: 0 });
  try {
    const [rows, key] = [await rowsOf('app'), newId()];
    const refused = await add(key);
    expect(refused.status, refused.text).toBe(409);
    expect(refused.body.message).toContain('Idempotency-Key');
    expect(await rowsOf('app')).toBe(rows);
    const { appID: value } = await api.add();
    const body = { scope: 'app', value, reason: 'an emergency' } as const;
    const pause = await api.call('startPause', { as: api.admin, body, headers: keyed(key) });
    expect(pause.status, 'an emergency is not refused for its key').toBe(200);
  } finally {
    Object.assign(idempotencyKeys, usual);
  }
});

it('the database has no password and no hash that could be tried out', async () => {
  const key = newId();
  const body = sampleUserForm({ userId: newId(), password: 'tide-clock-77' });
  await api.call('createNewUser', { as: api.admin, body, headers: keyed(key) });
  const row = await api.db
    .selectFrom('idempotency_key')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  expect(row.digest).not.toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(row).length).toBeLessThan(500);
  expect(JSON.stringify(row)).not.toContain('tide');
});
