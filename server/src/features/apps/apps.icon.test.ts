import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';
import { readIcon } from '../../icons/icons.store.ts';

let test: TestServer;
let admin: string;
let ada: string;
let red: Buffer;
let blue: Buffer;

const png = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

beforeAll(async () => {
  test = await buildTestServer();
  admin = await test.signInAdmin();
  await test.call('createNewUser', { as: admin, body: sampleUserForm({ userId: 'ada' }) });
  ada = await test.signInUser('ada', sampleUserForm().password);
  [red, blue] = await Promise.all([png('red'), png('blue')]);
});
afterAll(() => test?.close());

function formOf(fields: object, icon?: Buffer | string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  if (typeof icon === 'string') form.set('icon', icon);
  else if (icon) form.set('icon', new Blob([new Uint8Array(icon)]), 'icon.png');
  return form;
}

const add = (icon?: Buffer | string, as = admin, over: object = {}) =>
  test.callLoosely('addApp', { as, body: formOf({ ...sampleAppForm(), ...over }, icon) });
const update = (id: string, fields: object, icon?: Buffer | string, as = admin) =>
  test.callLoosely('updateApp', { as, id, body: formOf(fields, icon) });
const iconsKept = () => test.db.selectFrom('icon').select('hash').orderBy('hash').execute();

it('an app made with an icon shows it by its path', async () => {
  const { status, body, text } = await add(red);
  expect(status, text).toBe(200);
  expect(body.data.icon).toMatch(/^icons\/[0-9a-f]{64}\.webp$/);
  const icon = await test.inject({ method: 'GET', url: `/${body.data.icon}` });
  expect(icon.status, icon.text).toBe(200);
  expect(icon.headers['content-type']).toBe('image/webp');
});

it('an app made by a form without an icon has none', async () => {
  expect((await add()).body.data.icon).toBe('');
  expect((await add('')).body.data.icon).toBe('');
});

it('an edit without an icon keeps the icon', async () => {
  const made = (await add(red)).body.data;
  const named = await update(made.appID, { appName: 'New', version: made.version });
  expect(named.body.data).toMatchObject({ appName: 'New', icon: made.icon });
  expect((await update(made.appID, {}, '')).body.data.icon).toBe(made.icon);
  expect((await update(made.appID, {}, made.icon)).body.data.icon).toBe(made.icon);

  const same = await update(made.appID, {}, red);
  expect(same.body.data.version).toBe(named.body.data.version);
  const other = await update(made.appID, {}, blue);
  expect(other.body.data.icon).toMatch(/^icons\//);
  expect(other.body.data.icon).not.toBe(made.icon);
});

it('an app that is made with the icon of another one has the same, byte by byte', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 300, height: 300, channels: 3, background: 'red', noise } as const;
  const { icon } = (await add(await sharp({ create }).png().toBuffer())).body.data;
  const before = await iconsKept();
  const stored = await readIcon(test.db, icon.slice('icons/'.length, -'.webp'.length));
  const copy = await add(Buffer.from(stored as Uint8Array));
  expect(copy.body.data.icon).toBe(icon);
  // A file that is one byte longer is another file: it is encoded like any upload.
  const longer = await add(Buffer.concat([stored as Uint8Array, Buffer.from([0])]));
  expect(longer.body.data.icon).toMatch(/^icons\//);
  expect(longer.body.data.icon).not.toBe(icon);
  expect((await iconsKept()).length).toBe(before.length + 1);
});

it('an owner’s form does not change the owner and the IP rules', async () => {
  const forged = { selectedUser: 'nobody there', ipAddress: 'on', userID: 'eve' };
  const { status, body, text } = await add(red, ada, forged);
  expect(status, text).toBe(200);
  expect(body.data).toMatchObject({ userID: 'ada', ipAddress: 'off' });
});

it('a file that is no image is refused, and nothing is written', async () => {
  const made = (await add(red)).body.data;
  const changes = () => test.db.selectFrom('change').select('seq').execute();
  const before = [await iconsKept(), await changes()];
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
  for (const icon of [svg, Buffer.from('MZ\u0090\u0000'), red.subarray(0, 40)]) {
    for (const answer of [await add(icon), await update(made.appID, { note: 'n' }, icon)]) {
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.errors[0].field).toBe('icon');
    }
  }
  expect([await iconsKept(), await changes()]).toEqual(before);
});

it('a refused form keeps no icon', async () => {
  const before = await iconsKept();
  const green = await png('green');
  const made = (await add(red)).body.data;
  const refusals = [
    await add(green, admin, { category: 'Alchemy' }),
    await add(green, admin, { selectedUser: 'nemo' }),
    await update('aaaaaaaaaaaaaaaa', {}, green),
    await update(made.appID, {}, green, ada),
    await update(made.appID, { version: 1 }, green),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 404, 404, 409]);
  expect(await iconsKept()).toEqual(before);
});

it.each([
  ['base64', Buffer.from('an icon').toString('base64')],
  ['a data URL', 'data:image/png;base64,AAAA'],
  ['another path', '../icons/x.webp'],
  ['an object', { type: 'Buffer', data: [1, 2] }],
  ['a list', ['icons']],
])('an icon as %s in JSON is refused by name, and nothing is changed', async (_, icon) => {
  const { body } = await add(red);
  const before = body.data;
  for (const [name, form] of [
    ['addApp', { ...sampleAppForm(), icon }],
    ['updateApp', { note: 'changed', icon }],
  ] as const) {
    const answer = await test.callLoosely(name, { as: admin, id: before.appID, body: form });
    expect(answer.status, `${name}: ${answer.text}`).toBe(400);
    const message = 'Icon must be a file of a form';
    expect(answer.body.errors).toEqual([{ field: 'icon', message }]);
  }
  const list = await test.call('getAllApp', { as: admin, query: { appID: before.appID } });
  expect(list.body.data).toMatchObject([before]);
});

it('an app sent back in JSON as it was answered keeps its icon', async () => {
  const { body } = await add(red);
  const { appID, icon, version, note } = body.data;
  for (const sent of [icon, '', null]) {
    const answer = await test.callLoosely('updateApp', {
      as: admin,
      id: appID,
      body: { note, icon: sent },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ icon, version });
  }
});
