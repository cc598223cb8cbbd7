import { invitation, invitedAnswer } from '@adwarden/contract/invitations/invitations';
import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { userAnswer } from '@adwarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, openMailServer } from '../../../../deploy/programs/mail-server.ts';
import { buildTestServer } from '../../../test/servers/build-test-server.ts';
import { openUserServer, type UserServer } from '../../../test/servers/user-server.ts';
import { dayMs } from '../../kit/clock.ts';
import { sha256 } from '../../kit/ids.ts';
import { createLogger } from '../../kit/logger.ts';

/* Links with which people set the password of their account, once (ADR 120). */

const lines: string[] = [];
let api: UserServer;
beforeAll(async () => {
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
  api = await openUserServer({ WRITES_PER_MINUTE: '100000' }, { logger });
});
afterAll(() => api.close());

const chosen = 'Kelp-Harbour-31';
const notValid = /^This link is not valid/;

const tokenOf = (link: string) => link.split('#')[1] ?? '';
let addresses = 0;
/** Returns another network for each call, so that no test throttles the next one. */
const elsewhere = () => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
};

const look = (token: string, from = elsewhere()) =>
  api.inject({
    method: 'POST',
    url: '/invitations/look',
    payload: { token },
    remoteAddress: from,
  });
const accept = (token: string, over: object = {}, from = elsewhere()) =>
  api.inject({
    method: 'POST',
    url: '/invitations/accept',
    payload: { token, password: chosen, confirmPassword: chosen, ...over },
    remoteAddress: from,
  });

let owners = 0;
/** Adds an owner with an invitation in place of a password. */
async function invitedOwner() {
  owners += 1;
  const { password: _, ...form } = sampleUserForm({ userId: `invited-${owners}` });
  const answer = await api.call('createNewUser', {
    as: api.admin,
    body: { ...form, invite: true },
  });
  expect(answer.status, answer.text).toBe(200);
  const { data: user, invitation: made } = userAnswer.parse(answer.body);
  return { user, token: tokenOf(invitation.parse(made).link) };
}
const signIn = (userID: string, password = chosen) =>
  api.call('userSignIn', { body: { userID, password } });
const actionsOf = async (id: string) => (await api.entriesOf(id)).map(({ action }) => action);

describe('an invited owner', () => {
  it('has no password, and gets a link of a path, a token and 48 hours', async () => {
    const { body } = await api.call('createNewUser', {
      as: api.admin,
      body: { fullName: 'Nia', position: 'Publisher', userId: 'nia', invite: true },
    });
    const { data, invitation: made } = userAnswer.parse(body);
    expect(made?.link).toMatch(/^\/invitation#[\w-]{43}$/);
    expect(made?.mailed).toBe(false);
    const hours = (Date.parse(made?.endsAt ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(47.9);
    expect(hours).toBeLessThanOrEqual(48);
    expect(data.password).toBe('');
    expect((await api.listed(data.id))?.password).toBe('');
    expect((await signIn('nia', '')).status).toBe(400);
    expect((await signIn('nia')).status).toBe(401);
    expect(await actionsOf(data.id)).toEqual(['create', 'invite.make']);
    expect(data.version).toBe((await api.entriesOf(data.id)).at(-1)?.seq);
  });

  it('sees whom the link is for as often as they like, and nothing changes', async () => {
    const { user, token } = await invitedOwner();
    await api.writesNothing(async () => {
      for (let time = 0; time < 20; time += 1) {
        const answer = await look(token, '198.51.100.7');
        expect(answer.status, answer.text).toBe(200);
        expect(invitedAnswer.parse(answer.body).data).toEqual({
          role: 'user',
          login: user.userID,
          fullName: user.fullName,
          endsAt: expect.any(String),
        });
      }
    });
  });

  it('chooses a password, is signed in as by a sign-in, and the link is over', async () => {
    const { user, token } = await invitedOwner();
    const answer = await accept(token);
    expect(answer.status, answer.text).toBe(200);
    const signedIn = await signIn(user.userID);
    const { token: bearer, ...rest } = answer.body;
    const { token: _, ...usual } = signedIn.body;
    expect(rest).toEqual(usual);
    expect((await api.call('appStats', { as: bearer })).status).toBe(200);
    expect(await actionsOf(user.id)).toEqual(['create', 'invite.make', 'invite.accept']);
    const [, , accepted] = await api.entriesOf(user.id);
    expect(accepted?.actorName).toBe(user.fullName);
    expect((await api.listed(user.id))?.version).toBe(accepted?.seq);
    for (const again of [await look(token), await accept(token)]) {
      expect(again.status).toBe(404);
      expect(again.body.message).toMatch(notValid);
    }
    expect((await api.call('appStats', { as: bearer })).status, 'a replay ends nothing').toBe(200);
  });

  it('chooses no weak password; then the link still works', async () => {
    const { user, token } = await invitedOwner();
    for (const [over, field, message] of [
      [{ password: 'short', confirmPassword: 'short' }, 'password', /must be 8 to 128/],
      [{ password: 'password123', confirmPassword: 'password123' }, 'password', /^Password /],
      [{ password: user.userID, confirmPassword: user.userID }, 'password', /^Password /],
      [{ confirmPassword: 'another-one-22' }, 'confirmPassword', /^Confirm Passwords do not match/],
      [{ confirmPassword: undefined }, 'confirmPassword', /^Please Enter Your Confirm Password/],
    ] as const) {
      const { status, body, text } = await accept(token, over);
      expect(status, text).toBe(400);
      expect(body.errors[0].field).toBe(field);
      expect(body.errors[0].message).toMatch(message);
    }
    expect((await accept(token)).status).toBe(200);
  });

  it('of two who use the link at once, one gets in', async () => {
    const { user, token } = await invitedOwner();
    const passwords = ['Tide-Harbour-1', 'Ebb-Harbour-22', 'Neap-Harbour-3', 'Flow-Harbour-4'];
    const answers = await Promise.all(
      passwords.map((password) => accept(token, { password, confirmPassword: password })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 404, 404, 404]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)];
    for (const password of passwords) {
      expect((await signIn(user.userID, password)).status).toBe(password === winner ? 200 : 401);
    }
    expect((await actionsOf(user.id)).filter((action) => action === 'invite.accept')).toHaveLength(
      1,
    );
  });
});

describe('a link ends', () => {
  const isOver = async (token: string) => {
    for (const answer of [await look(token), await accept(token)]) {
      expect(answer.status, answer.text).toBe(404);
      expect(answer.body.message).toMatch(notValid);
    }
  };

  it('by a newer one', async () => {
    const { user, token } = await invitedOwner();
    const answer = await api.call('inviteUser', { as: api.admin, id: user.id });
    expect(answer.status, answer.text).toBe(200);
    const { invitation: made } = userAnswer.parse(answer.body);
    await isOver(token);
    expect((await accept(tokenOf(made?.link ?? ''))).status).toBe(200);
  });

  it('by a new password of an administrator', async () => {
    const { user, token } = await invitedOwner();
    expect((await api.update(user.id, { password: 'Given-Harbour-7' })).status).toBe(200);
    await isOver(token);
    expect((await signIn(user.userID, 'Given-Harbour-7')).status).toBe(200);
  });

  it('by a password that the owner has changed', async () => {
    const user = await api.create();
    const bearer = await api.signInUser(user.userID, api.password);
    const { body } = await api.call('inviteUser', { as: api.admin, id: user.id });
    const changed = await api.call('userChangePassword', {
      as: bearer,
      body: { oldPassword: api.password, newPassword: chosen, confirmPassword: chosen },
    });
    expect(changed.status, changed.text).toBe(200);
    await isOver(tokenOf(body.invitation.link));
  });

  it('with the account', async () => {
    const { user, token } = await invitedOwner();
    expect((await api.remove(user.id)).status).toBe(200);
    await isOver(token);
    const rows = await api.db.selectFrom('invitation').select('accountId').execute();
    expect(rows.map(({ accountId }) => accountId)).not.toContain(user.id);
  });

  it('after 48 hours', async () => {
    const { user, token } = await invitedOwner();
    const move = (endsAt: number) =>
      api.db.updateTable('invitation').set({ endsAt }).where('accountId', '=', user.id).execute();
    await move(Date.now() + 60_000);
    expect((await look(token)).status).toBe(200);
    await move(Date.now() - 1);
    await isOver(token);
    expect(limits.invitations.hours * 3_600_000).toBe(2 * dayMs);
  });

  it('in the same words as one that never was', async () => {
    const answer = await accept('x'.repeat(43));
    expect(answer.status).toBe(404);
    expect(answer.body.message).toMatch(notValid);
    expect((await accept('x'.repeat(42))).status).toBe(400);
  });
});

describe('an invitation of somebody who has a password', () => {
  it('keeps it until the link is used, which ends all sessions', async () => {
    const user = await api.create();
    const bearer = await api.signInUser(user.userID, api.password);
    const { body } = await api.call('inviteUser', { as: api.admin, id: user.id });
    expect(body.data.password).toBe('Hidden');
    expect((await api.call('appStats', { as: bearer })).status).toBe(200);
    expect((await signIn(user.userID, api.password)).status).toBe(200);
    expect((await accept(tokenOf(body.invitation.link))).status).toBe(200);
    expect((await api.call('appStats', { as: bearer })).status).toBe(401);
    expect((await signIn(user.userID, api.password)).status).toBe(401);
    expect((await api.listed(user.id))?.password, 'administrators read it as before').toBe(chosen);
  });

  it('in the form of the owner ends the password and the sessions at once', async () => {
    const user = await api.create();
    const bearer = await api.signInUser(user.userID, api.password);
    const answer = await api.update(user.id, { invite: 'true', position: 'Lead' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ password: '', position: 'Lead' });
    expect((await api.call('appStats', { as: bearer })).status).toBe(401);
    expect((await signIn(user.userID, api.password)).status).toBe(401);
    expect(await actionsOf(user.id)).toEqual(['create', 'update', 'invite.make']);
    expect((await accept(tokenOf(answer.body.invitation.link))).status).toBe(200);
  });

  it('forgets wrong passwords of the account, and remembers the network', async () => {
    const user = await api.create();
    for (let time = 0; time < limits.signIn.perPair; time += 1) await signIn(user.userID, 'wrong');
    expect((await signIn(user.userID, api.password)).status).toBe(429);
    const { body } = await api.call('inviteUser', { as: api.admin, id: user.id });
    expect((await accept(tokenOf(body.invitation.link), {}, '203.0.113.9')).status).toBe(200);
    expect((await signIn(user.userID)).status).toBe(200);
    const known = await api.db
      .selectFrom('known_network')
      .select('network')
      .where('accountId', '=', user.id)
      .execute();
    expect(known.map(({ network }) => network)).toContain('203.0.113.9');
  });
});

describe('what is refused', () => {
  it('an invitation and a password together, and neither', async () => {
    const form = { fullName: 'Nobody', position: 'None', userId: 'nobody' };
    const create = (body: object) => api.call('createNewUser', { as: api.admin, body });
    await api.writesNothing(async () => {
      for (const [more, field] of [
        [{ invite: true, password: chosen }, 'invite'],
        [{}, 'password'],
        [{ invite: false }, 'password'],
        [{ invite: 'yes' }, 'invite'],
        [{ invite: 'true', position: '' }, 'position'],
      ] as const) {
        const { status, body, text } = await create({ ...form, ...more });
        expect(status, text).toBe(400);
        expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
      }
    });
    const user = await api.create();
    const both = await api.update(user.id, { invite: true, password: chosen });
    expect(both.status).toBe(400);
  });

  it('an invitation by an owner: of another one, and of oneself', async () => {
    const [eve, ada] = [await api.create(), await api.create()];
    const bearer = await api.signInUser(eve.userID, api.password);
    await api.writesNothing(async () => {
      for (const { id } of [ada, eve]) {
        expect((await api.call('inviteUser', { as: bearer, id })).status).toBe(403);
        const body = { invite: true };
        expect((await api.call('updateUser', { as: bearer, id, body })).status).toBe(403);
      }
    });
    expect((await api.call('inviteUser', { as: api.admin, id: 'gone' })).status).toBe(404);
  });

  it('the token of one owner for the account of another one', async () => {
    const [one, other] = [await invitedOwner(), await invitedOwner()];
    const stolen = await accept(one.token, { id: other.user.id, userID: other.user.userID });
    expect(stolen.status).toBe(200);
    expect(stolen.body.user.userID).toBe(one.user.userID);
    expect((await signIn(other.user.userID)).status).toBe(401);
  });

  it('more wrong links of a network than wrong passwords, and then right ones, too', async () => {
    const from = '203.0.113.200';
    const { token } = await invitedOwner();
    const wrong = (number: number) => look(String(number).padStart(43, 'x'), from);
    for (let number = 0; number < limits.signIn.perAddress; number += 1) {
      expect((await wrong(number)).status).toBe(404);
    }
    const refused = await wrong(99);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBeTruthy();
    expect((await look(token, from)).status).toBe(429);
    expect((await accept(token, {}, from)).status).toBe(429);
    const count = async () =>
      (await api.db.selectFrom('sign_in_failure').select('id').execute()).length;
    const before = await count();
    await Promise.all(Array.from({ length: 20 }, (_, number) => wrong(100 + number)));
    expect(await count(), 'a flood of refused ones writes nothing').toBe(before);
    expect((await look(token)).status, 'from elsewhere').toBe(200);
    const password = { userID: 'nia', password: 'x' };
    const other = await api.call('userSignIn', { body: password });
    expect(other.status, 'wrong links are no wrong passwords').toBe(401);
  });

  it('a wrong link that many send at once is counted as often', async () => {
    const from = '203.0.113.201';
    const answers = await Promise.all(Array.from({ length: 30 }, () => look('y'.repeat(43), from)));
    const missed = answers.filter(({ status }) => status === 404);
    expect(missed).toHaveLength(limits.signIn.perPair);
  });
});

it('a call that is sent again has no link, and another one is made by inviting', async () => {
  const form = { fullName: 'Twice', position: 'Publisher', userId: 'twice', invite: true };
  const send = () =>
    api.call('createNewUser', {
      as: api.admin,
      body: form,
      headers: { 'idempotency-key': 'invited-once' },
    });
  const first = await send();
  const again = await send();
  expect(again.status, again.text).toBe(200);
  expect(again.body.data.id).toBe(first.body.data.id);
  expect(again.body).not.toHaveProperty('invitation');
  expect((await look(tokenOf(first.body.invitation.link))).status).toBe(200);
});

describe('mails', () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await openMailServer();
  });
  afterAll(() => server?.close());

  it('have the link at OFFICE_ADDRESS, when the login id is an address', async () => {
    const test = await openUserServer({
      SMTP_URL: server.url,
      MAIL_FROM: 'Master <office@example.com>',
      OFFICE_ADDRESS: 'https://office.example.com/back/',
      PUBLIC_URL: 'https://ads.example.com',
      COMPANY_NAME: 'Harbour\u2028Apps',
    });
    try {
      const invite = async (userId: string) => {
        const form = { fullName: 'Ada\u2028Harbour', position: 'P', userId, invite: true };
        const answer = await test.call('createNewUser', { as: test.admin, body: form });
        expect(answer.status, answer.text).toBe(200);
        return answer.body;
      };
      const { invitation: made } = await invite('ada@example.com');
      expect(made.mailed).toBe(true);
      expect(made.link).toMatch(/^https:\/\/office\.example\.com\/back\/invitation#[\w-]{43}$/);
      expect(server.mails).toHaveLength(1);
      const [mail] = server.mails;
      expect(mail).toMatchObject({
        to: ['ada@example.com'],
        subject: 'Harbour Apps: your invitation',
      });
      expect(mail?.text).toContain(`\n${made.link}\n`);
      expect(mail?.text).toContain('Hello Ada Harbour,');
      expect(mail?.text).toContain('You sign in as ada@example.com.');

      expect((await invite('grace')).invitation.mailed, 'no address').toBe(false);
      server.refuse('550 no');
      const refused = await invite('eve@example.com');
      expect(refused.invitation.mailed).toBe(false);
      expect(refused.invitation.link).toMatch(/^https:/);
      expect(server.mails).toHaveLength(1);
    } finally {
      server.refuse(null);
      await test.close();
    }
  });

  it('need an address of the office', async () => {
    const test = await buildTestServer({ SMTP_URL: server.url });
    try {
      const as = await test.signInAdmin();
      const body = { fullName: 'Ada', position: 'P', userId: 'ada@example.com', invite: true };
      const answer = await test.call('createNewUser', { as, body });
      expect(answer.body.invitation).toMatchObject({ mailed: false });
      expect(answer.body.invitation.link).toMatch(/^\/invitation#/);
    } finally {
      await test.close();
    }
  });
});

it('no token and no password stands in the log, the database or an answer that did not make it', async () => {
  const { user, token } = await invitedOwner();
  await look(token);
  await accept(token, { password: 'short', confirmPassword: 'short' });
  const secret = 'Canary-Harbour-77';
  await accept(token, { password: secret, confirmPassword: secret });
  await look(token);
  const second = await api.call('inviteUser', { as: api.admin, id: user.id });
  const other = tokenOf(second.body.invitation.link);
  const answers = await Promise.all(
    (['getUserNames', 'getChanges', 'getNews', 'getBell'] as const).map((name) =>
      api.call(name, { as: api.admin }),
    ),
  );
  const { text: listed } = await api.call('getUser', { as: api.admin });
  const logged = lines.join('\n');
  expect(logged).toContain('invitations');
  const tables = ['invitation', 'change', 'app_user', 'session', 'sign_in_failure'] as const;
  const stored = await Promise.all(
    tables.map(async (table) =>
      JSON.stringify(await api.db.selectFrom(table).selectAll().execute()),
    ),
  );
  for (const link of [token, other]) {
    for (const text of [logged, listed, ...answers.map((answer) => answer.text), ...stored]) {
      expect(text).not.toContain(link);
    }
    if (link === other) expect(stored[0]).toContain(sha256(link));
  }
  for (const text of [logged, ...answers.map((answer) => answer.text), ...stored]) {
    expect(text).not.toContain(secret);
  }
});
