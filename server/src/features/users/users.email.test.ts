import { limits } from '@adwarden/contract/limits';
import type { User } from '@adwarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, openMailServer } from '../../../../deploy/programs/mail-server.ts';
import { addViewer } from '../../../test/servers/second-admin.ts';
import { openUserServer, type UserServer } from '../../../test/servers/user-server.ts';

/* The optional e-mail address of an owner (ADR 140). */

let mails: MailServer;
let api: UserServer;
beforeAll(async () => {
  mails = await openMailServer();
  api = await openUserServer({
    SMTP_URL: mails.url,
    MAIL_FROM: 'office@example.com',
    OFFICE_ADDRESS: 'https://office.example.com',
    WRITES_PER_MINUTE: '100000',
  });
});
afterAll(async () => {
  await api?.close();
  await mails?.close();
});

const formOf = (userId: string, over: object = {}) => ({
  fullName: 'Nia Marsh',
  position: 'Publisher',
  userId,
  password: api.password,
  ...over,
});
const add = (userId: string, over: object) =>
  api.call('createNewUser', { as: api.admin, body: formOf(userId, over) });
async function added(userId: string, over: object): Promise<User> {
  const answer = await add(userId, over);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const update = async (id: string, body: object) => {
  const answer = await api.update(id, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as User;
};
const lastSeq = async (id: string) => (await api.entriesOf(id)).at(-1)?.seq ?? 0;
const wayBack = (way: 'restoreChange' | 'undoChange', id: number) =>
  api.call(way, { as: api.admin, id, body: {} });

describe('setting it', () => {
  it('is optional: absent keeps it, empty clears it, and the log has both', async () => {
    const without = await added('without', {});
    expect(without.email).toBe('');
    const user = await added('with', { email: ' Nia@Example.com ' });
    expect(user.email, 'as it was typed').toBe('Nia@Example.com');
    expect((await api.listed(user.id))?.email).toBe('Nia@Example.com');
    expect((await update(user.id, { position: 'Lead' })).email).toBe('Nia@Example.com');
    expect((await update(user.id, { email: '' })).email).toBe('');
    const { data } = (await api.call('getChanges', { as: api.admin, query: { key: user.id } }))
      .body;
    expect(data[0].diff).toEqual([{ field: 'email', before: 'Nia@Example.com', after: '' }]);
    expect((await api.entriesOf(user.id)).map(({ row }) => row.email)).toEqual([
      'Nia@Example.com',
      'Nia@Example.com',
      '',
    ]);
    expect((await add('other', { email: 'nia@example.com' })).status, 'free again').toBe(200);
  });

  it.each([
    ['nobody', 'Email must be an e-mail address'],
    ['a b@example.com', 'Email must be an e-mail address'],
    ['two@example.com, three@example.com', 'Email must be an e-mail address'],
    ['a\nb@example.com', 'Email must not contain control characters'],
    ['zero\u200bwidth@example.com', 'Email must not contain invisible characters'],
    [`${'a'.repeat(limits.text.email)}@example.com`, 'Email must be at most 254 characters'],
    [7, 'Email must be text'],
    [null, 'Email must be text'],
  ])('refuses %j, and names the field', async (email, message) => {
    const { id } = await api.create();
    for (const answer of [await add('refused', { email }), await api.update(id, { email })]) {
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.errors).toEqual([{ field: 'email', message }]);
    }
  });

  it('of somebody else is a 409 that names the field, in any case and at once', async () => {
    const one = await added('one', { email: 'one@example.com' });
    const other = await added('other-one', {});
    const taken = [{ field: 'email', message: 'This Email is taken' }];
    for (const answer of [
      await add('third', { email: 'ONE@example.com' }),
      await api.update(other.id, { email: 'One@Example.com' }),
    ]) {
      expect(answer.status, answer.text).toBe(409);
      expect(answer.body.errors).toEqual(taken);
    }
    expect((await update(one.id, { email: 'ONE@example.com' })).email).toBe('ONE@example.com');
    const answers = await Promise.all(
      [one, other].map(({ id }) => api.update(id, { email: 'both@example.com' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body.errors).toEqual(taken);
    // The address of an administrator is another kind of account.
    expect((await update(other.id, { email: 'admin@example.com' })).email).toBe(
      'admin@example.com',
    );
  });

  it('is for administrators only; viewers see it', async () => {
    const user = await added('owned', { email: 'owned@example.com' });
    const owner = await api.signInUser('owned', api.password);
    const viewer = await addViewer(api);
    for (const as of [owner, viewer.token]) {
      const refused = await api.call('updateUser', { as, id: user.id, body: { email: '' } });
      expect(refused.status).toBe(403);
    }
    const query = { exact: 'owned' };
    const seen = await api.call('getUser', { as: viewer.token, query });
    expect(seen.body.data[0].email).toBe('owned@example.com');
    expect((await api.call('getUser', { as: owner, query })).status).toBe(403);
  });
});

describe('the list', () => {
  it('finds, filters, sorts and exports by it', async () => {
    await added('zz-first', { email: 'Marsh@zz-list.example' });
    await added('zz-second', { email: 'bq@zz-list.example' });
    await added('zz-none', {});
    const ask = async (query: Record<string, string>) => {
      const answer = await api.callLoosely('getUser', { as: api.admin, query });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.map(({ userID }: User) => userID);
    };
    expect(await ask({ search: 'ZZ-List', sort: 'email' })).toEqual(['zz-second', 'zz-first']);
    expect(await ask({ email: 'zz-list', sort: '-email' })).toEqual(['zz-first', 'zz-second']);
    expect(await ask({ search: 'bq' }), 'a short word').toEqual(['zz-second']);
    expect(await ask({ userID: 'bq@' }), 'another column').toEqual([]);
    const names = await api.call('getUserNames', { as: api.admin, query: { search: 'marsh@zz' } });
    expect(names.body.data.map(({ userID }: User) => userID)).toEqual(['zz-first']);
    await update((await added('zz-moved', { email: 'old@zz-moved.example' })).id, {
      email: 'new@zz-moved.example',
    });
    expect(await ask({ search: 'old@zz-moved' })).toEqual([]);
    expect(await ask({ search: 'new@zz-moved' })).toEqual(['zz-moved']);
    const query = { email: 'zz-list', sort: 'email', columns: 'userID,email' };
    const file = await api.callLoosely('exportUsers', { as: api.admin, query });
    expect(file.text.trim().split(/\r?\n/).slice(-2)).toEqual([
      'zz-second,bq@zz-list.example',
      'zz-first,Marsh@zz-list.example',
    ]);
  });
});

describe('the log', () => {
  it('takes it back by undo and restore', async () => {
    const user = await added('taken-back', { email: 'before@example.com' });
    const created = await lastSeq(user.id);
    await update(user.id, { email: 'after@example.com' });
    const undone = await wayBack('undoChange', await lastSeq(user.id));
    expect(undone.body.data.user.email).toBe('before@example.com');
    await update(user.id, { email: '' });
    const restored = await wayBack('restoreChange', created);
    expect(restored.body.data.user.email).toBe('before@example.com');
  });

  it('of before the field keeps the address of now, and shows no change of it', async () => {
    const user = await added('older', { position: 'Before' });
    const { seq, row } = (await api.entriesOf(user.id))[0] ?? { seq: 0, row: {} };
    const { email: _, ...older } = row;
    await api.db
      .updateTable('change')
      .set({ row: JSON.stringify(older) })
      .where('seq', '=', seq)
      .execute();
    await update(user.id, { position: 'After' });
    const edits = await api.call('getChanges', { as: api.admin, query: { key: user.id } });
    expect(edits.body.data[0].diff).toEqual([
      { field: 'position', before: 'Before', after: 'After' },
    ]);
    await update(user.id, { email: 'now@example.com' });
    const restored = await wayBack('restoreChange', seq);
    expect(restored.status, restored.text).toBe(200);
    expect(restored.body.data.user).toMatchObject({
      position: 'Before',
      email: 'now@example.com',
    });
  });

  it('brings a deleted owner back with it, unless somebody else has it by then', async () => {
    const user = await added('deleted', { email: 'deleted@example.com' });
    await api.remove(user.id);
    const { id } = await added('heir', { email: 'Deleted@example.com' });
    const refused = await wayBack('restoreChange', await lastSeq(user.id));
    expect([refused.status, refused.body.message]).toEqual([409, 'This Email is taken']);
    await update(id, { email: '' });
    const restored = await wayBack('restoreChange', await lastSeq(user.id));
    expect(restored.body.data.user.email).toBe('deleted@example.com');
  });
});

describe('an invitation', () => {
  it('is mailed to it, and says the User Id to sign in with', async () => {
    const form = { fullName: 'Nia Marsh', position: 'Publisher', userId: 'mailed', invite: true };
    const body = { ...form, email: 'mailed@example.com' };
    const made = await api.call('createNewUser', { as: api.admin, body });
    expect(made.body.invitation.mailed).toBe(true);
    expect(mails.mails.at(-1)?.to).toEqual(['mailed@example.com']);
    expect(mails.mails.at(-1)?.text).toContain('You sign in as mailed.');
    const { id } = made.body.data;
    const elsewhere = { email: 'elsewhere@example.com', invite: true };
    expect((await api.update(id, elsewhere)).body.invitation.mailed).toBe(true);
    expect(mails.mails.at(-1)?.to).toEqual(['elsewhere@example.com']);
    await update(id, { email: '' });
    const again = await api.call('inviteUser', { as: api.admin, id });
    expect(again.body.invitation.mailed, 'no address').toBe(false);
  });

  it('goes to it rather than to a User Id that is an address', async () => {
    const user = await added('login@example.com', { email: 'mailbox@example.com' });
    await api.call('inviteUser', { as: api.admin, id: user.id });
    expect(mails.mails.at(-1)?.to).toEqual(['mailbox@example.com']);
    await update(user.id, { email: '' });
    await api.call('inviteUser', { as: api.admin, id: user.id });
    expect(mails.mails.at(-1)?.to).toEqual(['login@example.com']);
  });
});
