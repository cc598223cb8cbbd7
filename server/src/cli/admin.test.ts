import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import {
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../../test/servers/build-test-server.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import { addAuthenticator } from '../../test/servers/second-factor.ts';

const file = built('cli/admin');

let test: TestServer;
beforeAll(async () => {
  test = await buildTestServer();
});
afterAll(() => test?.close());

/** Runs the command while the server runs. */
const admin = (given: string[], input = '') =>
  runCommand(file, given, { env: { DATA_DIR: test.dataDir, COMPANY_NAME: 'Salt & Sail' }, input });

const signIn = (email: string, password: string) =>
  test.call('adminSignIn', { body: { email, password } });

describe('npm run admin', () => {
  it('adds an administrator who can sign in at once, and lists both', async () => {
    const { status, stdout } = await admin(['add', 'ada@example.com', 'Ada Harbour']);
    expect(status).toBe(0);
    const password = /password: (\S+)$/.exec(stdout)?.[1] ?? '';
    const answer = await signIn('ada@example.com', password);
    expect(answer.body.user).toMatchObject({ role: 'admin', fullName: 'Ada Harbour' });
    // The password was generated, so it must be changed first.
    expect(answer.body.mustSetUp).toEqual(['password']);
    expect((await test.call('getUser', { as: answer.body.token })).status).toBe(403);
    expect((await admin(['list'])).stdout.split('\n')).toEqual([
      expect.stringMatching(
        /^admin@example\.com\tAdministrator\tAdministrator\tOn\tpassword only\tno sign-in in 30 days$/,
      ),
      expect.stringMatching(
        /^ada@example\.com\tAda Harbour\tAdministrator\tOn\tpassword only\tlast sign-in .* UTC$/,
      ),
    ]);
  });

  it('resets a password to a given one, ends the sessions and clears the wrong passwords', async () => {
    const bearer = await test.signInAdmin();
    const email = 'admin@example.com';
    for (let count = 0; count < 10; count += 1) await signIn(email, 'wrong-password');
    expect((await signIn(email, 'wrong-password')).status).toBe(429);

    const { status, stdout } = await admin(
      ['reset', 'ADMIN@example.com', '--password-stdin'],
      'sæson-9-æ\n',
    );
    expect([status, stdout]).toEqual([0, 'ADMIN@example.com reset, with the password given']);
    expect((await test.call('getCategory', { as: bearer })).status).toBe(401);
    expect((await signIn(email, 'sæson-9-æ')).status).toBe(200);
  });

  it('the command and the app write entries into the log, without a password or hash', async () => {
    const email = 'logged@example.com';
    const password = /password: (\S+)$/.exec((await admin(['add', email])).stdout)?.[1] ?? '';
    const changed = 'sunken-lights-3';
    await admin(['reset', email, '--password-stdin'], changed);
    const signedIn = await signIn(email, changed);
    const { token: as } = signedIn.body;
    const body = { oldPassword: changed, newPassword: password, confirmPassword: password };
    expect((await test.call('adminChangePassword', { as, body })).status).toBe(200);

    const again = (await signIn(email, password)).body.token;
    const log = await test.call('getChanges', { as: again, query: { entity: 'admin' } });
    const of = log.body.data.filter(({ key }: { key: string }) => key === signedIn.body.user._id);
    expect(
      of.map((entry: { action: string; actor: { kind: string; name: string } }) => [
        entry.action,
        entry.actor.kind,
        entry.actor.name,
      ]),
    ).toEqual([
      ['change-password', 'admin', 'Administrator'],
      ['change-password', 'system', 'Command line'],
      ['create', 'system', 'Command line'],
    ]);
    const fields = of.at(-1).diff.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(['createdAt', 'email', 'fullName', 'id', 'role']);
    expect(log.body.data.at(-1)).toMatchObject({ action: 'create', actor: { name: 'Adwarden' } });
    const rows = JSON.stringify(await test.db.selectFrom('change').select('row').execute());
    for (const secret of ['argon2', password, changed]) expect(rows).not.toContain(secret);
    const refused = await test.call('restoreChange', { as: again, id: of[0].seq });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Administrators cannot be restored',
    ]);
  });

  it('removes the second factor of whoever has lost it, and says who has one', async () => {
    const email = 'admin@example.com';
    const password = 'sunken-lights-4';
    const reset = () => admin(['reset', email, '--password-stdin'], password);
    await reset();
    const as = (await signIn(email, password)).body.token;
    expect((await admin(['reset-factor', email])).stdout).toBe(`${email} has no second factor`);
    const { secret } = await addAuthenticator(test, as);
    expect((await admin(['list'])).stdout.split('\n')[0]).toContain('\tsecond factor\t');
    expect((await reset()).stdout).toContain('the second factor stays');
    const asked = await signIn(email, password);
    expect([asked.status, asked.body.secondFactor.methods[0]]).toEqual([401, 'totp']);

    const { status, stdout } = await admin(['reset-factor', email]);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('the password and this link: /factor#'),
    ]);
    const link = /#([\w-]{43})/.exec(stdout)?.[1] ?? '';
    const waiting = await signIn(email, password);
    expect([waiting.status, waiting.body.secondFactor.methods]).toEqual([401, ['link']]);
    const newer = /#([\w-]{43})/.exec((await admin(['reset-factor', email])).stdout)?.[1] ?? '';
    const enter = async (token: string) =>
      test.callLoosely('signInWithFactor', {
        body: { ticket: (await signIn(email, password)).body.secondFactor.ticket, link: token },
      });
    expect((await enter(link)).status, 'replaced by the newer one').toBe(401);
    const entered = await enter(newer);
    expect(entered.body.mustSetUp, entered.text).toEqual(['secondFactor']);
    await addAuthenticator(test, entered.body.token);
    const { token } = entered.body;
    await expect
      .poll(async () => (await test.call('getBell', { as: token })).text)
      .toContain('factor-removed');
    await test.db.deleteFrom('factor').execute();
    const rows = JSON.stringify(await test.db.selectFrom('change').select('row').execute());
    expect(rows).not.toContain(secret);
    const unknown = await admin(['reset-factor', 'nobody@example.com']);
    expect([unknown.status, unknown.stderr]).toEqual([
      1,
      'Administrator nobody@example.com not found',
    ]);
  });

  it('removes an administrator and ends the sessions, but never the last one', async () => {
    const password = 'harbour-lights-9';
    await admin(['add', 'leaving@example.com', '--password-stdin'], password);
    const { body } = await signIn('leaving@example.com', password);
    expect((await admin(['remove', 'LEAVING@example.com'])).stdout).toBe(
      'LEAVING@example.com removed',
    );
    expect((await test.call('getCategory', { as: body.token })).status).toBe(401);
    expect((await signIn('leaving@example.com', password)).status).toBe(401);
    const removals = await test.db
      .selectFrom('change')
      .select(['actorName', 'row'])
      .where('entity', '=', 'admin')
      .where('action', '=', 'delete')
      .execute();
    expect(removals).toEqual([
      { actorName: 'Command line', row: expect.stringContaining('leaving@example.com') },
    ]);
    expect(removals[0]?.row, 'the hash').not.toContain('argon2');
    const others = (await admin(['list'])).stdout.split('\n').slice(1);
    for (const line of others)
      expect((await admin(['remove', line.split('\t')[0] ?? ''])).status).toBe(0);
    const last = await admin(['remove', 'admin@example.com']);
    expect([last.status, last.stderr]).toEqual([
      1,
      'admin@example.com is the last administrator who can sign in; add another one first, who signs in once',
    ]);
  });

  it('invites a new administrator, and one who has lost the password', async () => {
    const token = (stdout: string) => /\/invitation#([\w-]{43})/.exec(stdout)?.[1] ?? '';
    const accept = (link: string, password: string) =>
      test.call('acceptInvitation', {
        body: { token: link, password, confirmPassword: password },
      });
    const first = await admin(['invite', 'nia@example.com', 'Nia']);
    expect(first.status).toBe(0);
    expect(first.stdout).toMatch(/^nia@example\.com invited, until .* UTC: \/invitation#/);
    const second = await admin(['invite', 'NIA@example.com']);
    expect((await accept(token(first.stdout), 'first-harbour-1')).status).toBe(404);
    const answer = await accept(token(second.stdout), 'second-harbour-2');
    expect(answer.status, answer.text).toBe(200);
    const { token: as, user } = answer.body;
    expect(user).toMatchObject({ role: 'admin', email: 'nia@example.com', fullName: 'Nia' });
    expect((await test.call('getUser', { as })).status).toBe(200);

    // The password works until the link is used.
    const third = await admin(['invite', 'nia@example.com']);
    expect((await signIn('nia@example.com', 'second-harbour-2')).status).toBe(200);
    expect((await accept(token(third.stdout), 'third-harbour-3')).status).toBe(200);
    expect((await signIn('nia@example.com', 'second-harbour-2')).status).toBe(401);
    expect((await test.call('getUser', { as })).status, 'all sessions end').toBe(401);
  });

  it('the removal of an administrator ends the links that this one has made', async () => {
    const password = 'harbour-lights-9';
    await admin(['add', 'inviter@example.com', '--password-stdin'], password);
    const { token: as } = (await signIn('inviter@example.com', password)).body;
    const { password: _, ...form } = sampleUserForm({ userId: 'of-the-inviter' });
    const made = await test.call('createNewUser', { as, body: { ...form, invite: true } });
    const body = { token: made.body.invitation.link.split('#')[1] };
    expect((await test.call('lookAtInvitation', { body })).status).toBe(200);
    expect((await admin(['remove', 'inviter@example.com'])).status).toBe(0);
    expect((await test.call('lookAtInvitation', { body })).status).toBe(404);
    expect((await admin(['remove', 'nia@example.com'])).status).toBe(0);
  });

  it('disables an administrator, and enables one again', async () => {
    const password = 'harbour-lights-9';
    await admin(['add', 'resting@example.com', '--password-stdin'], password);
    const { token: as } = (await signIn('resting@example.com', password)).body;
    expect((await admin(['disable', 'resting@example.com'])).stdout).toBe(
      'resting@example.com disabled',
    );
    expect((await test.call('getUser', { as })).status).toBe(401);
    expect((await signIn('resting@example.com', password)).status).toBe(401);
    expect((await admin(['list'])).stdout).toContain(
      'resting@example.com\tAdministrator\tAdministrator\tDisabled',
    );
    expect((await admin(['invite', 'resting@example.com'])).stderr).toBe(
      'resting@example.com is disabled: enable the account first',
    );
    expect((await admin(['enable', 'resting@example.com'])).stdout).toBe(
      'resting@example.com enabled',
    );
    expect((await signIn('resting@example.com', password)).status).toBe(200);
    expect((await admin(['remove', 'resting@example.com'])).status).toBe(0);
  });

  it('ends the sessions of one account, or of all', async () => {
    const form = sampleUserForm({ userId: 'Zoë' });
    await admin(['reset', 'admin@example.com', '--password-stdin'], adminPassword);
    const as = await test.signInAdmin();
    await test.call('createNewUser', { as, body: form });
    const owner = await test.signInUser('Zoë', form.password);
    const statusOf = async (bearer: string) =>
      (await test.call('getCategory', { as: bearer })).status;
    expect((await admin(['end-sessions', 'ZOË'])).stdout).toBe('1 session ended');
    expect([await statusOf(owner), await statusOf(as)]).toEqual([401, 200]);
    expect((await admin(['end-sessions', 'nobody'])).stdout).toBe('0 sessions ended');
    await test.signInUser('Zoë', form.password);
    expect((await admin(['end-sessions'])).stdout).toBe('2 sessions ended');
    expect(await statusOf(as)).toBe(401);
  });

  it.each([
    [[], /^Usage: /],
    [['remove'], /^Usage: /],
    [['remove', 'nobody@example.com'], /^Administrator nobody@example.com not found$/],
    [['end-sessions', 'one', 'two'], /^Usage: /],
    [['add', 'new@example.com', 'Ad\u200bmin'], /^The name must not contain invisible characters$/],
    ...[
      ['add', 'ad\u200bmin@example.com'],
      ['add', '\u200fadmin@example.com'],
      ['reset', 'admin@example.com\u200b'],
      ['remove', 'admin@example\u202e.com'],
    ].map((typed): [string[], RegExp] => [
      typed,
      /^The e-mail address must not contain invisible characters$/,
    ]),
    [['constructor'], /^Usage: /],
    [['list', 'more'], /^Usage: /],
    [['add'], /^Usage: /],
    [['invite'], /^Usage: /],
    [['disable'], /^Usage: /],
    [['enable', 'nobody@example.com'], /^Administrator nobody@example.com not found$/],
    [['invite', 'nonsense'], /^The e-mail address is not valid$/],
    [['add', 'nonsense'], /^The e-mail address is not valid$/],
    [['add', 'admin@example.com'], /^There is an administrator admin@example.com already$/],
    [['add', 'new@example.com', ' '], /^The name is empty$/],
    [['reset', 'nobody@example.com'], /^Administrator nobody@example.com not found$/],
    [['reset', 'admin@example.com', '--password-stdin'], /^The standard input holds no password$/],
    [['list', '--force'], /--force/],
    [
      ['reset', 'admin@example.com', '--password-stdin'],
      /^The password is among the most common ones; please choose another$/,
      'password1',
    ],
    [
      ['reset', 'admin@example.com', '--password-stdin'],
      /^The password must not be the name or login/,
      'admin@example.com',
    ],
    [
      ['reset', 'admin@example.com', '--password-stdin'],
      /^The password must not be the name or login/,
      'salt-sail',
    ],
    [
      ['add', 'new@example.com', 'Nora Quay', '--password-stdin'],
      /^The password must not be the name or login/,
      'nora-quay',
    ],
  ])('%j ends with 1 and one clear line', async (given, line, input = '') => {
    const { status, stdout, stderr } = await admin(given, input);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(line);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('adds a viewer, and lists the role', async () => {
    const email = 'viewing@example.com';
    const { stdout } = await admin(['add', email, 'Vera', '--role', 'viewer']);
    expect(stdout).toMatch(/^viewing@example\.com added as a viewer, password: /);
    expect((await admin(['list'])).stdout).toContain(`${email}\tVera\tViewer\tOn`);
    for (const wrong of [
      ['add', 'x@example.com', '--role', 'owner'],
      ['list', '--role', 'viewer'],
    ]) {
      expect((await admin(wrong)).stderr).toMatch(/^Usage: /);
    }
    await admin(['remove', email]);
  });
});
