import { once } from 'node:events';
import type { Socket } from 'node:net';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { writeManyApps } from '../../../test/databases/many-apps.ts';
import { openPaused } from '../../../test/outside/raw-socket.ts';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';

/* A long answer does not outlive its session, however slowly it is read, and whichever server ends the session. */

/**
 * The most milliseconds until an answer ends: a second on a quiet machine. Without the check, a client that reads nothing would
 * keep its answer for 30 seconds (http/streamed-list).
 */
const mostMs = 8_000;
const { password } = sampleUserForm();
const newPassword = 'quiet-lantern-41';
/** A note of 15 kB. The apps of an owner have 24 MB, which no socket's buffers hold. */
const note = '漢'.repeat(5000);
const apps = 1_600;

let here: TestServer;
let other: TestServer;
let admin: string;
let address: string;
let ownerId: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  here = await buildTestServer();
  other = await buildTestServer(here.place);
  address = await here.listen();
  admin = await here.signInAdmin();
  ownerId = (await owner('ada')).id;
  await writeManyApps(here.db, apps, { note, ownerId });
}, 120_000);
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await other.close();
  await here.close();
});

async function owner(userId: string) {
  const body = sampleUserForm({ userId });
  const made = await here.call('createNewUser', { as: admin, body });
  const { id } = made.body.data;
  return { id, as: await here.signInUser(userId, password) };
}

/** Makes an owner with their own session, who has all apps. */
async function ownerOfAll(userId: string) {
  const made = await owner(userId);
  await here.db.updateTable('app').set({ ownerId: made.id }).execute();
  return made;
}

/** Counts the open connections. */
const open = (): Promise<number> =>
  new Promise((resolve) => here.server.server.getConnections((_, count) => resolve(count)));

/** Sends a request, reads a little of the answer, and then nothing more. */
async function readSlowly(as: string, path: string): Promise<Socket> {
  const socket = await openPaused(address);
  sockets.push(socket);
  const head = ['Host: localhost', 'Connection: close', `Authorization: Bearer ${as}`];
  socket.write(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  expect(String(socket.read())).toContain('HTTP/1.1 200');
  return socket;
}

/** Reads the rest; returns its size, and whether the answer came to its end. */
async function rest(socket: Socket): Promise<{ bytes: number; isWhole: boolean }> {
  let bytes = 0;
  let last = '';
  socket.on('data', (part: Buffer) => {
    bytes += part.length;
    last = String(part.subarray(-100));
  });
  socket.resume();
  await once(socket, 'close');
  return { bytes, isWhole: last.endsWith('\r\n0\r\n\r\n') };
}

type Session = { as: string; id: string };
const passwords = { oldPassword: password, newPassword, confirmPassword: newPassword };
const ends: Record<string, (via: TestServer, session: Session) => Promise<unknown>> = {
  'a sign-out': ({ call }, { as }) => call('signOut', { as, body: {} }),
  'a change of the password': ({ call }, { as }) =>
    call('userChangePassword', { as, body: passwords }),
  'a new password by an administrator': ({ call }, { id }) =>
    call('updateUser', { as: admin, id, body: { password: newPassword } }),
  'the removal of the user': ({ call }, { id }) => call('deleteUser', { as: admin, id }),
  'its age': ({ db }, { id }) =>
    db
      .updateTable('session')
      .set({ createdAt: Date.now() - limits.sessionDays * 86_400_000 })
      .where('accountId', '=', id)
      .execute(),
};
const answers = [
  (userId: string) => pathOf(calls.getApp, userId),
  (_userId: string) => `${pathOf(calls.exportApps)}?format=csv&columns=appName,note`,
  (_userId: string) => `${pathOf(calls.exportApps)}?format=json&columns=note`,
] as const;

it.each(
  Object.keys(ends).map((name, place) => [name, place % 2 === 0 ? 'here' : 'on another server']),
)(
  '%s %s ends the lists and exports of the session, and no others',
  async (name, where) => {
    const userId = `lee ${name.length} ${where.length}`;
    const session = await ownerOfAll(userId);
    const theirs = await readSlowly(admin, answers[1](userId));
    const mine: Socket[] = [];
    // These are as many whole lists as one owner may read at once.
    for (const path of answers.slice(0, limits.quotas.wholeLists.user)) {
      mine.push(await readSlowly(session.as, path(userId)));
    }
    const before = await open();
    await ends[name]?.(where === 'here' ? here : other, session);
    await expect.poll(open, { timeout: mostMs, interval: 50 }).toBe(before - mine.length);
    for (const socket of mine) {
      const { bytes, isWhole } = await rest(socket);
      expect(isWhole).toBe(false);
      expect(bytes).toBeLessThan((apps * note.length * 3) / 2);
    }
    expect((await rest(theirs)).isWhole, 'the answer of another session').toBe(true);
  },
  60_000,
);

it('ends an export whose session ended before it began to be sent', async () => {
  const session = await ownerOfAll('kim');
  const asking = readSlowly(session.as, answers[2]('kim'));
  await here.call('signOut', { as: session.as, body: {} });
  // The request is refused, or begins and is then ended.
  const socket = await asking.catch(() => sockets.at(-1) as Socket);
  await expect.poll(open, { timeout: mostMs, interval: 50 }).toBe(0);
  expect((await rest(socket)).isWhole).toBe(false);
}, 60_000);
