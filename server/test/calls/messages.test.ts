import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, openAppServer } from '../servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api?.close());

type Call = Parameters<AppServer['call']>;
const say = async (name: Call[0], options: Call[1] = {}) =>
  (await api.call(name, { as: api.admin, ...options })).body.message;

test('the message of each write names what it changed', async () => {
  const { appID: id } = await api.add({ appName: 'Tiffin Planner' });
  expect(await say('updateApp', { id, body: { note: 'noted' } })).toBe('Tiffin Planner updated');
  const body = { id, country: 'IN' };
  expect(await say('addConfigureApp', { body })).toBe('Countries of Tiffin Planner added');
  const change = { id, body: { country: 'IN,US' } };
  expect(await say('updateConfigureApp', change)).toBe('Countries of Tiffin Planner updated');
  expect(await say('deleteConfigureApp', { id })).toBe('Countries of Tiffin Planner deleted');
  const rotation = { id, body: { keepOldForDays: 1 } };
  expect(await say('rotateToken', rotation)).toBe('Tiffin Planner has a new token');
  expect(await say('deleteApp', { id })).toBe('Tiffin Planner deleted');

  const form = sampleUserForm({ userId: 'mara', fullName: 'Mara Quill' });
  const made = await api.call('createNewUser', { as: api.admin, body: form });
  expect(made.body.message).toBe('Mara Quill created');
  const user = { id: made.body.data.id };
  expect(await say('updateUser', { ...user, body: { position: 'Keeper' } })).toBe(
    'Mara Quill updated',
  );
  expect(await say('deleteUser', user)).toBe('Mara Quill deleted');
});

test('a message cuts a long name, and isolates one that runs from right to left', async () => {
  const appName = 'Tiffin '.repeat(12).trim();
  const cut = `${appName.slice(0, 60)}…`;
  const app = await api.call('addApp', { as: api.admin, body: sampleAppForm({ appName }) });
  expect(app.body.message).toBe(`${cut} added`);
  const id = app.body.data.appID;
  expect(await say('addConfigureApp', { body: { id, country: 'IN' } })).toBe(
    `Countries of ${cut} added`,
  );
  expect(await say('deleteApp', { id })).toBe(`${cut} deleted`);

  const form = sampleUserForm({ userId: 'salma', fullName: 'سلمى' });
  const user = await api.call('createNewUser', { as: api.admin, body: form });
  expect(user.body.message).toBe('\u2068سلمى\u2069 created');
});
