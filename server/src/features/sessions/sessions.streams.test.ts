import type { Connection } from '@adwarden/contract/connections/connections';
import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf } from '../../../test/outside/event-stream.ts';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';
import { inIndia, openConnectServer } from '../../../test/servers/connect-server.ts';

/* A stream of events does not outlive its session, whichever server ends it. */

/**
 * The most milliseconds until a stream ends: two seconds on a quiet machine. Without the session's end, a stream goes on for up
 * to 50 seconds.
 */
const mostMs = 8_000;
const { password } = sampleUserForm();
const newPassword = 'quiet-lantern-41';

let api: Awaited<ReturnType<typeof openConnectServer>>;
let other: TestServer;
beforeAll(async () => {
  api = await openConnectServer();
  other = await buildTestServer(api.place);
});
afterAll(async () => {
  await other.close();
  await api.close();
});

type Session = { as: string; id: string };
type End = (via: Pick<TestServer, 'call' | 'db'>, session: Session) => Promise<unknown>;

const passwords = { oldPassword: password, newPassword, confirmPassword: newPassword };
const ends: Record<string, End> = {
  'a sign-out': ({ call }, { as }) => call('signOut', { as, body: {} }),
  'a change of the password': ({ call }, { as }) =>
    call('userChangePassword', { as, body: passwords }),
  'a new password by an administrator': ({ call }, { id }) =>
    call('updateUser', { as: api.admin, id, body: { password: newPassword } }),
  'the removal of the user': ({ call }, { id }) => call('deleteUser', { as: api.admin, id }),
  'its age': ({ db }, { id }) =>
    db
      .updateTable('session')
      .set({ createdAt: Date.now() - limits.sessionDays * 86_400_000 })
      .where('accountId', '=', id)
      .execute(),
};

/** Makes a new owner who looks at an app, and an administrator who looks at it too. */
async function look(userId: string) {
  const body = sampleUserForm({ userId });
  const made = await api.call('createNewUser', { as: api.admin, body });
  const { id } = made.body.data;
  const as = await api.signInUser(userId, password);
  const app = await api.add({ selectedUser: userId });
  const { appID } = app;
  await api.start(appID);
  const [mine, theirs] = await Promise.all(
    [as, api.admin].map(async (each) => eventsOf<Connection>(await api.openStream(appID, each))),
  );
  if (!mine || !theirs) throw new Error('no streams');
  await Promise.all([mine.next(), theirs.next()]);
  return { as, id, app, mine, theirs };
}

describe.each(Object.keys(ends))('%s', (name) => {
  it.each(['here', 'on another server'])('ends the stream of its session, %s', async (where) => {
    const { as, id, app, mine, theirs } = await look(`lee ${name.length} ${where.length}`);
    await ends[name]?.(where === 'here' ? api : other, { as, id });
    const began = performance.now();
    expect((await mine.next()).done).toBe(true);
    expect(performance.now() - began).toBeLessThan(mostMs);
    await api.ask(app, inIndia);
    expect((await theirs.next()).done, 'the stream of another session').toBe(false);
    await theirs.return(undefined);
  });
});
