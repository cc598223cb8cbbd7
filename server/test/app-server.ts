import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { expect } from 'vitest';
import { buildTestServer } from './build-test-server.ts';

export type AppServer = Awaited<ReturnType<typeof openAppServer>>;

/** A test server with an administrator and the owners `ada` and `eve` signed in, and short ways to the calls about apps. */
export async function openAppServer(...given: Parameters<typeof buildTestServer>) {
  const test = await buildTestServer(...given);
  const admin = await test.signInAdmin();
  for (const [userId, fullName] of [
    ['ada', 'Ada Harbour'],
    ['eve', 'Eve Quay'],
  ] as const) {
    await test.call('createNewUser', { as: admin, body: sampleUserForm({ userId, fullName }) });
  }
  const { password } = sampleUserForm();

  return {
    ...test,
    admin,
    ada: await test.signInUser('ada', password),
    eve: await test.signInUser('eve', password),
    ownersPassword: password,

    /** A new app of the sample form, as it is answered. */
    async add(over: Record<string, unknown> = {}, as = admin) {
      const body = { ...sampleAppForm(), ...over };
      const answer = await test.call('addApp', { as, body });
      if (answer.status !== 200) throw new Error(`addApp failed: ${answer.text}`);
      return answer.body.data;
    },

    update: (id: string, body: object, as = admin) => test.call('updateApp', { as, id, body }),

    /** What the log has of one thing, oldest first. */
    async entriesOf(key: string) {
      const entries = await test.db
        .selectFrom('change')
        .select(['seq', 'entity', 'action', 'row', 'actorName'])
        .where('key', '=', key)
        .orderBy('seq')
        .execute();
      return entries.map(({ row, ...entry }) => ({ ...entry, row: JSON.parse(row) }));
    },

    /** Everything that a refused call about apps could have touched. */
    async everything() {
      const [apps, tokens, changes, icons] = await Promise.all([
        test.db.selectFrom('app').selectAll().orderBy('appID').execute(),
        test.db.selectFrom('app_token').selectAll().orderBy('token').execute(),
        test.db.selectFrom('change').select('seq').orderBy('seq').execute(),
        test.db.selectFrom('icon').select('hash').orderBy('hash').execute(),
      ]);
      return { apps, tokens, changes, icons };
    },
  };
}

/** Expects a refusal in the envelope, at fault exactly the field that is named. */
export function expectRefusal(
  answer: Awaited<ReturnType<AppServer['call']>>,
  status: number,
  field?: string,
  message?: string,
): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ status: 'error', success: false });
  expect(answer.body.message).toBeTruthy();
  if (field) {
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  }
  if (message) expect(answer.body.errors[0].message).toBe(message);
}
