import { type Admin, admin, adminAnswer, adminList } from '@adwarden/contract/admins/admins';
import { failure } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import { adminSignedIn } from '@adwarden/contract/sessions';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adminEmail,
  buildTestServer,
  type TestServer,
} from '../../../test/servers/build-test-server.ts';
import { createLogger } from '../../kit/logger.ts';
import { dueSubscribers } from '../../notifications/channels/mail/mail.store.ts';

/* Calls with which administrators manage administrators (ADR 121). */

const lines: string[] = [];
let api: TestServer;
let root: string;
let rootId: string;
beforeAll(async () => {
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
  api = await buildTestServer({ WRITES_PER_MINUTE: '100000' }, { logger });
  const answer = await api.call('adminSignIn', {
    body: { email: adminEmail, password: 'harbour-lights-9' },
  });
  root = answer.body.token;
  rootId = answer.body.user._id;
});
afterAll(() => api.close());

const chosen = 'Kelp-Harbour-31';
const made = 'made-for-them-88';
let count = 0;
const newEmail = () => {
  count += 1;
  return `admin-${count}@example.com`;
};
const add = (over: object, as = root) =>
  api.call('addAdmin', {
    as,
    body: { email: newEmail(), fullName: 'Nia Quay', role: 'admin', ...over },
  });
const update = (id: string, body: object, as = root) => api.call('updateAdmin', { as, id, body });
const remove = (id: string, as = root) => api.call('removeAdmin', { as, id });
const signIn = (email: string, password: string) =>
  api.call('adminSignIn', { body: { email, password } });
const accept = (link: string, password = chosen) =>
  api.call('acceptInvitation', {
    body: { token: link.split('#')[1] ?? '', password, confirmPassword: password },
  });
const look = (link: string) =>
  api.call('lookAtInvitation', { body: { token: link.split('#')[1] ?? '' } });
const statusOf = async (as: string) => (await api.call('getAdmins', { as })).status;

/** Makes an administrator who has accepted the invitation and signed in. */
async function accepted(): Promise<{ id: string; email: string; token: string }> {
  const answer = await add({ invite: true });
  expect(answer.status, answer.text).toBe(200);
  const { token } = (await accept(answer.body.invitation.link)).body;
  const { id, email } = answer.body.data;
  return { id, email, token };
}
async function listed(id: string): Promise<Admin | undefined> {
  const { body } = await api.call('getAdmins', { as: root, query: { pageSize: 100 } });
  return adminList.parse(body).data.find((one) => one.id === id);
}
async function entriesOf(key: string) {
  const rows = await api.db
    .selectFrom('change')
    .select(['action', 'row', 'actorId'])
    .where('entity', '=', 'admin')
    .where('key', '=', key)
    .orderBy('seq')
    .execute();
  return rows.map(({ row, ...entry }) => ({ ...entry, row: JSON.parse(row) }));
}
const actionsOf = async (id: string) => (await entriesOf(id)).map(({ action }) => action);

describe('an administrator who is invited', () => {
  it('stands in the list, accepts, and can do everything', async () => {
    const answer = await add({ email: 'Nia@Example.com', invite: true });
    expect(answer.status, answer.text).toBe(200);
    const { data, invitation } = adminAnswer.parse(answer.body);
    expect(data).toMatchObject({
      email: 'Nia@Example.com',
      fullName: 'Nia Quay',
      role: 'admin',
      state: 'invited',
      mustSetUp: [],
      lastSignInAt: null,
      invitedUntil: invitation?.endsAt,
    });
    expect(await listed(data.id)).toEqual(data);
    expect((await signIn('nia@example.com', '')).status).toBe(400);
    const signedIn = await accept(invitation?.link ?? '');
    expect(adminSignedIn.parse(signedIn.body)).not.toHaveProperty('mustSetUp');
    expect(await statusOf(signedIn.body.token)).toBe(200);
    const after = await listed(data.id);
    expect(after).toMatchObject({ state: 'on', invitedUntil: null });
    expect(Date.now() - Date.parse(after?.lastSignInAt ?? '')).toBeLessThan(60_000);
    expect(await actionsOf(data.id)).toEqual(['create', 'invite.make', 'invite.accept']);
    const [created] = await entriesOf(data.id);
    expect(created?.actorId).toBe(rootId);
    const logged = ['createdAt', 'email', 'fullName', 'id', 'role'];
    expect(Object.keys(created?.row).sort()).toEqual(logged);
  });

  it('gets a newer link by the same e-mail until one is accepted', async () => {
    const first = await add({ invite: true });
    const { email } = first.body.data;
    const second = await add({ email: email.toUpperCase(), fullName: 'Nia Kai', invite: true });
    expect(second.status, second.text).toBe(200);
    expect(second.body.data).toMatchObject({ id: first.body.data.id, email, fullName: 'Nia Kai' });
    expect((await look(first.body.invitation.link)).status).toBe(404);
    expect((await accept(second.body.invitation.link)).status).toBe(200);
    const third = await add({ email, invite: true });
    expect(third.status).toBe(409);
    expect(third.body.errors[0].field).toBe('email');
  });

  it('has no more link after another e-mail', async () => {
    const { body } = await add({ invite: true });
    expect((await update(body.data.id, { fullName: 'Other' })).status).toBe(200);
    expect((await look(body.invitation.link)).status).toBe(200);
    const moved = await update(body.data.id, { email: newEmail() });
    expect(moved.body.data.invitedUntil).toBeNull();
    expect((await look(body.invitation.link)).status).toBe(404);
  });
});

describe('a password that was made for an administrator', () => {
  it('opens a session that can change it, and nothing else', async () => {
    const { body } = await add({ password: made });
    const { id, email, mustSetUp } = body.data;
    expect(body).not.toHaveProperty('invitation');
    expect(mustSetUp).toEqual(['password']);
    const signedIn = await signIn(email, made);
    expect(adminSignedIn.parse(signedIn.body).mustSetUp).toEqual(['password']);
    const { token: as } = signedIn.body;
    for (const name of ['getAdmins', 'getUser', 'appStats', 'getNews', 'addAdmin'] as const) {
      const refused = await api.call(name, { as });
      expect(refused.status, name).toBe(403);
      expect(failure.parse(refused.body)).toMatchObject({ mustSetUp: ['password'] });
      expect(refused.body).not.toHaveProperty('token');
    }
    const change = (newPassword: string) =>
      api.call('adminChangePassword', {
        as,
        body: { oldPassword: made, newPassword, confirmPassword: newPassword },
      });
    const same = await change(made);
    expect(same.status, 'the one that was made is no password of their own').toBe(400);
    expect(same.body.errors[0].field).toBe('newPassword');
    expect((await change(chosen)).status).toBe(200);
    expect((await signIn(email, made)).status).toBe(401);
    const own = await signIn(email, chosen);
    expect(own.body).not.toHaveProperty('mustSetUp');
    expect(await statusOf(own.body.token)).toBe(200);
    expect(await listed(id)).toMatchObject({ mustSetUp: [] });
    expect(await actionsOf(id)).toEqual(['create', 'change-password', 'change-password']);
  });

  it('opens it for 15 minutes, and itself works for 48 hours', async () => {
    const { body } = await add({ password: made });
    const { id, email } = body.data;
    const { token: as } = (await signIn(email, made)).body;
    expect((await api.call('getAdmins', { as })).status).toBe(403);
    const age = limits.admins.setUpMinutes * 60_000;
    await api.db
      .updateTable('session')
      .set({ createdAt: Date.now() - age })
      .where('accountId', '=', id)
      .execute();
    expect((await api.call('getAdmins', { as })).status).toBe(401);
    const { passwordEndsAt } = await api.db
      .selectFrom('admin')
      .select('passwordEndsAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const hours = ((passwordEndsAt ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(47.9);
    expect(hours).toBeLessThanOrEqual(48);
    await api.db
      .updateTable('admin')
      .set({ passwordEndsAt: Date.now() - 1 })
      .where('id', '=', id)
      .execute();
    const late = await signIn(email, made);
    const unknown = await signIn('nobody@example.com', made);
    expect([late.status, late.body.message]).toEqual([401, unknown.body.message]);
  });

  it('that has ended is replaced by a link, and one of their own is not', async () => {
    const { body } = await add({ password: made });
    const { id, email, fullName, passwordUntil } = body.data;
    expect(Date.parse(passwordUntil)).toBeGreaterThan(Date.now());
    await api.db
      .updateTable('admin')
      .set({ passwordEndsAt: Date.now() - 1 })
      .where('id', '=', id)
      .execute();
    const again = await add({ email, fullName, invite: true });
    expect(again.status, again.text).toBe(200);
    expect(again.body.data).toMatchObject({ id, invitedUntil: again.body.invitation.endsAt });
    expect((await accept(again.body.invitation.link)).status).toBe(200);
    expect(await listed(id)).toMatchObject({ passwordUntil: null, mustSetUp: [] });
    expect((await add({ email, fullName, invite: true })).status).toBe(409);
  });

  it('must be a good one, and alone', async () => {
    for (const [over, field] of [
      [{ password: 'password1' }, 'password'],
      [{ password: 'short' }, 'password'],
      [{ password: made, invite: true }, 'invite'],
      [{}, 'invite'],
      [{ invite: true, email: 'nonsense' }, 'email'],
      [{ invite: true, email: 'a\u200bb@example.com' }, 'email'],
      [{ invite: true, role: 'owner' }, 'role'],
      [{ invite: true, fullName: ' ' }, 'fullName'],
    ] as const) {
      const { status, body, text } = await add(over);
      expect(status, text).toBe(400);
      expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    }
  });
});

describe('a disabled administrator', () => {
  it('is signed out, cannot sign in, and has no link; enabled again, all is as before', async () => {
    const nia = await accepted();
    const { password: _, ...form } = sampleUserForm({ userId: 'of-a-disabled-one' });
    const owner = await api.call('createNewUser', {
      as: nia.token,
      body: { ...form, invite: true },
    });
    const other = await add({ invite: true }, nia.token);
    const off = await update(nia.id, { enabled: false });
    expect(off.body.data).toMatchObject({ state: 'off' });
    expect(await statusOf(nia.token)).toBe(401);
    const networks = () =>
      api.db.selectFrom('known_network').selectAll().where('accountId', '=', nia.id).execute();
    await api.db.deleteFrom('known_network').where('accountId', '=', nia.id).execute();
    const refused = await signIn(nia.email, chosen);
    expect(await networks(), 'as of an account that does not exist').toEqual([]);
    const unknown = await signIn('nobody@example.com', chosen);
    expect([refused.status, refused.body.message]).toEqual([401, unknown.body.message]);
    for (const { body } of [owner, other]) {
      expect((await look(body.invitation.link)).status, 'a link that this one made').toBe(404);
    }
    expect((await update(nia.id, { enabled: false })).status).toBe(200);
    expect((await update(nia.id, { enabled: true })).body.data).toMatchObject({ state: 'on' });
    expect((await signIn(nia.email, chosen)).status).toBe(200);
    expect((await actionsOf(nia.id)).slice(3)).toEqual(['disable', 'enable']);
  });

  it('is invited by nobody, and an own link ends', async () => {
    const { body } = await add({ invite: true });
    await update(body.data.id, { enabled: false });
    expect((await accept(body.invitation.link)).status).toBe(404);
    const again = await add({ email: body.data.email, invite: true });
    expect([again.status, again.body.message]).toEqual([
      409,
      `${body.data.email} is disabled: enable the account first`,
    ]);
  });

  it('who is just signing in gets no session', async () => {
    const nia = await accepted();
    const [signedIn] = await Promise.all([
      signIn(nia.email, chosen),
      update(nia.id, { enabled: false }),
    ]);
    if (signedIn.status === 200) expect(await statusOf(signedIn.body.token)).toBe(401);
  });
});

describe('a viewer', () => {
  const viewer = async () => {
    const nia = await accepted();
    expect((await update(nia.id, { role: 'viewer' })).body.data).toMatchObject({ role: 'viewer' });
    const { body } = await signIn(nia.email, chosen);
    return { ...nia, before: nia.token, token: body.token, user: body.user };
  };

  it('is invited as one, reads, and manages nobody', async () => {
    const { body } = await add({ invite: true, role: 'viewer' });
    expect(body.data).toMatchObject({ role: 'viewer', state: 'invited' });
    const answer = adminSignedIn.parse((await accept(body.invitation.link)).body);
    expect(answer.user).toMatchObject({ role: 'admin', access: 'view' });
    const { token: as } = answer;
    expect(await statusOf(as)).toBe(200);
    const { id } = body.data;
    for (const refused of [
      await add({ invite: true }, as),
      await update(id, { role: 'admin' }, as),
      await remove(rootId, as),
      await api.call('addApp', { as, body: sampleAppForm() }),
    ]) {
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'You may view, and not change anything',
      ]);
    }
  });

  it('was an administrator until the role changed, which the log says', async () => {
    const nia = await accepted();
    const made = await add({ invite: true }, nia.token);
    expect((await update(nia.id, { role: 'viewer' })).status).toBe(200);
    expect(await statusOf(nia.token), 'a session goes on with the old role').toBe(401);
    expect((await look(made.body.invitation.link)).status, 'a link of an administrator').toBe(404);
    const asViewer = (await signIn(nia.email, chosen)).body;
    expect(asViewer.user).toMatchObject({ role: 'admin', access: 'view' });
    expect((await update(nia.id, { role: 'viewer' })).status).toBe(200);
    expect(await statusOf(asViewer.token), 'the same role ends nothing').toBe(200);
    expect((await update(nia.id, { role: 'admin' })).body.data).toMatchObject({ role: 'admin' });
    expect((await signIn(nia.email, chosen)).body.user).toMatchObject({ access: 'all' });
    const { body } = await api.call('getChanges', { as: root, query: { key: nia.id } });
    const entries = body.data.filter(({ action }: { action: string }) => action === 'role');
    expect(entries.map(({ diff }: { diff: unknown }) => diff)).toEqual([
      [{ field: 'role', before: 'viewer', after: 'admin' }],
      [{ field: 'role', before: 'admin', after: 'viewer' }],
    ]);
  });

  it('changes the own password and views, and nothing that others see', async () => {
    const { token: as, email } = await viewer();
    const view = { list: 'apps', name: 'Mine', query: { appStatus: 'live' } } as const;
    const made = await api.call('addView', { as, body: view });
    expect(made.status, made.text).toBe(200);
    expect((await api.call('addView', { as, body: { ...view, shared: true } })).status).toBe(403);
    const { id } = made.body.data;
    const renamed = { name: 'Mine too', isDefault: true };
    expect((await api.call('updateView', { as, id, body: renamed })).status).toBe(200);
    const body = { ...view, name: 'For all', shared: true };
    const { id: shared } = (await api.call('addView', { as: root, body })).body.data;
    const update = (body: object) => api.call('updateView', { as, id: shared, body });
    expect((await update({ name: 'Other' })).status).toBe(403);
    expect((await api.call('deleteView', { as, id: shared })).status).toBe(403);
    expect((await update({ isDefault: true })).body.data).toMatchObject({ isDefault: true });
    expect((await api.call('deleteView', { as, id })).status).toBe(200);
    const newPassword = `${chosen}-2`;
    const change = { oldPassword: chosen, newPassword, confirmPassword: newPassword };
    expect((await api.call('adminChangePassword', { as, body: change })).status).toBe(200);
    expect((await signIn(email, newPassword)).status).toBe(200);
  });

  it('is nobody whose scheduled change is applied', async () => {
    const nia = await accepted();
    const { appID } = (await api.call('addApp', { as: nia.token, body: sampleAppForm() })).body
      .data;
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { appID, changes: { note: 'later' }, at };
    const made = await api.call('createChangeRequest', { as: nia.token, body });
    const { id } = made.body.data;
    await update(nia.id, { role: 'viewer' });
    const due = { at: Date.now() - 1000 };
    await api.db.updateTable('change_request').set(due).where('id', '=', id).execute();
    const read = async () => (await api.call('getChangeRequest', { as: root, id })).body.data;
    await expect.poll(async () => (await read()).state, { interval: 100 }).toBe('failed');
    expect((await read()).reason).toBe(
      'The account of its author was deleted, disabled or made a viewer',
    );
  });

  it('gets no daily mail, and has nothing to read in the bell', async () => {
    const { id, token: as } = await viewer();
    await api.db
      .insertInto('mail_subscriber')
      .values({
        adminId: id,
        unlogged: 0,
        dueAt: 0,
        sentAt: null,
        failingSince: null,
        lastError: '',
      })
      .execute();
    expect(await dueSubscribers(api.db, Date.now())).toEqual([]);
    await update(id, { role: 'admin' });
    expect(await dueSubscribers(api.db, Date.now())).toMatchObject([{ adminId: id }]);
    await update(id, { role: 'viewer' });
    expect((await api.call('getBell', { as })).status).toBe(401);
    const { token } = (await signIn((await listed(id))?.email ?? '', chosen)).body;
    expect((await api.call('getBell', { as: token })).body).toMatchObject({ unread: 0 });
  });
});

describe('nobody', () => {
  it('becomes a viewer by oneself', async () => {
    const nia = await accepted();
    const answer = await update(nia.id, { role: 'viewer' }, nia.token);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'You cannot make yourself a viewer: another administrator can',
    ]);
    expect((await update(nia.id, { role: 'admin' }, nia.token)).status).toBe(200);
  });

  it('disables or removes oneself', async () => {
    const nia = await accepted();
    for (const answer of [
      await update(nia.id, { enabled: false }, nia.token),
      await remove(nia.id, nia.token),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toMatch(/^You cannot (disable|remove) yourself/);
    }
    const own = await update(nia.id, { fullName: 'Nia Kai', enabled: true }, nia.token);
    expect(own.body.data).toMatchObject({ fullName: 'Nia Kai', state: 'on' });
  });

  it.each([[{ enabled: false }], [{ role: 'viewer' }]] as const)(
    'is the last one who can sign in, however two try at once: %j',
    async (last) => {
      const test = await buildTestServer();
      try {
        const as = await test.signInAdmin();
        const { id: first } = (await test.call('getAdmins', { as })).body.data[0];
        const body = { email: 'b@example.com', fullName: 'B', role: 'admin' } as const;
        const invited = await test.call('addAdmin', { as, body: { ...body, invite: true } });
        const { id: second } = invited.body.data;
        const token = invited.body.invitation.link.split('#')[1] ?? '';
        const passwords = { password: chosen, confirmPassword: chosen };
        const other = (await test.call('acceptInvitation', { body: { token, ...passwords } })).body
          .token;
        // An invited administrator, or one who has never signed in, does not count as somebody who can let others in.
        const waiting = { ...body, email: 'c@example.com', invite: true } as const;
        await test.call('addAdmin', { as, body: waiting });
        await test.call('addAdmin', {
          as,
          body: { ...body, email: 'd@example.com', password: made },
        });
        // Nor does a viewer, who signs in.
        const asViewer = { ...body, email: 'v@example.com', role: 'viewer', invite: true } as const;
        const viewer = await test.call('addAdmin', { as, body: asViewer });
        const link = viewer.body.invitation.link.split('#')[1] ?? '';
        await test.call('acceptInvitation', { body: { token: link, ...passwords } });
        const answers = await Promise.all([
          test.call('updateAdmin', { as, id: second, body: last }),
          test.call('removeAdmin', { as: other, id: first }),
        ]);
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        const rows = await test.db
          .selectFrom('admin')
          .select('email')
          .where('enabled', '=', 'on')
          .where('role', '=', 'admin')
          .where('passwordHash', '!=', '')
          .where('passwordEndsAt', 'is', null)
          .execute();
        expect(rows).toHaveLength(1);
      } finally {
        await test.close();
      }
    },
  );

  it('adds more than there may be', async () => {
    const test = await buildTestServer();
    try {
      const as = await test.signInAdmin();
      const first = await test.db.selectFrom('admin').selectAll().executeTakeFirstOrThrow();
      const rows = Array.from({ length: limits.admins.most - 1 }, (_, index) => ({
        ...first,
        id: `filler-${index}`,
        email: `filler-${index}@example.com`,
        emailKey: `filler-${index}@example.com`,
      }));
      await test.db.insertInto('admin').values(rows).execute();
      const body = {
        email: 'more@example.com',
        fullName: 'More',
        role: 'admin',
        invite: true,
      } as const;
      const answer = await test.call('addAdmin', { as, body });
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'There are 200 administrators, as many as there may be: remove some first',
      ]);
      const page = await test.call('getAdmins', { as, query: { page: 1, pageSize: 100 } });
      expect(page.body).toMatchObject({ total: 200, page: 1, pageSize: 100 });
      expect(page.body.data).toHaveLength(100);
    } finally {
      await test.close();
    }
  });
});

it('a removed administrator is signed out, and links that this one made end', async () => {
  const nia = await accepted();
  const made = await add({ invite: true }, nia.token);
  expect((await remove(nia.id)).body.data).toEqual({ id: nia.id });
  expect(await statusOf(nia.token)).toBe(401);
  expect((await signIn(nia.email, chosen)).status).toBe(401);
  expect((await look(made.body.invitation.link)).status).toBe(404);
  expect(await listed(nia.id)).toBeUndefined();
  expect((await remove(nia.id)).status).toBe(404);
  expect((await update(nia.id, { fullName: 'x' })).status).toBe(404);
  expect((await actionsOf(nia.id)).at(-1)).toBe('delete');
});

it('an e-mail is used once, in upper or lower case', async () => {
  const [one, other] = [await accepted(), await accepted()];
  const taken = await update(one.id, { email: other.email.toUpperCase() });
  expect(taken.status).toBe(409);
  expect(taken.body.errors[0].field).toBe('email');
  const own = await update(one.id, { email: one.email.toUpperCase() });
  expect(own.body.data.email).toBe(one.email.toUpperCase());
  expect((await signIn(one.email, chosen)).status).toBe(200);
});

it('a scheduled change of a disabled administrator is not applied', async () => {
  const nia = await accepted();
  const app = await api.call('addApp', { as: nia.token, body: sampleAppForm() });
  const { appID } = app.body.data;
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const request = await api.call('createChangeRequest', {
    as: nia.token,
    body: { appID, changes: { note: 'later' }, at },
  });
  const { id } = request.body.data;
  await update(nia.id, { enabled: false });
  await api.db
    .updateTable('change_request')
    .set({ at: Date.now() - 1000 })
    .where('id', '=', id)
    .execute();
  const stateNow = async () =>
    (await api.call('getChangeRequest', { as: root, id })).body.data.state;
  await expect.poll(stateNow, { interval: 100 }).not.toBe('scheduled');
  expect(await stateNow()).not.toBe('applied');
});

it('no password, hash or token stands in an answer or in the log', async () => {
  const secret = 'Canary-Harbour-77';
  const { body, text } = await add({ password: secret });
  const changed = await update(body.data.id, { fullName: 'Changed' });
  const invited = await add({ invite: true });
  const token = invited.body.invitation.link.split('#')[1] ?? '';
  const texts = [text, changed.text, lines.join('\n')];
  for (const name of ['getAdmins', 'getChanges', 'getNews', 'getBell'] as const) {
    texts.push((await api.call(name, { as: root })).text);
  }
  texts.push(JSON.stringify(await api.db.selectFrom('change').selectAll().execute()));
  for (const one of texts) {
    for (const hidden of [secret, token, 'argon2']) expect(one).not.toContain(hidden);
  }
  expect(admin.safeParse(body.data).success).toBe(true);
});
