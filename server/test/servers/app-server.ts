import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { expect } from 'vitest';
import { buildTestServer } from './build-test-server.ts';
import { addOwners } from './template.ts';

export type AppServer = Awaited<ReturnType<typeof openAppServer>>;

/** Opens a test server with an administrator and the owners `ada` and `eve` signed in, and short ways to the calls about apps. */
export async function openAppServer(
  environment: Record<string, string> = {},
  options: Parameters<typeof buildTestServer>[1] = {},
) {
  const test = await buildTestServer(environment, { ...options, withOwners: true });
  const { password } = sampleUserForm();
  const tokens = test.tokens ?? (await addOwners(test));

  return {
    ...test,
    ...tokens,
    ownersPassword: password,

    /** Adds a new app of the sample form, and returns the answered app. */
    async add(over: Record<string, unknown> = {}, as = tokens.admin) {
      const body = { ...sampleAppForm(), ...over };
      const answer = await test.call('addApp', { as, body });
      if (answer.status !== 200) throw new Error(`addApp failed: ${answer.text}`);
      return answer.body.data;
    },

    update: (id: string, body: object, as = tokens.admin) =>
      test.call('updateApp', { as, id, body }),

    /** Returns the log's entries of one thing, oldest first. */
    async entriesOf(key: string) {
      const entries = await test.db
        .selectFrom('change')
        .select(['seq', 'entity', 'action', 'row', 'actorName'])
        .where('key', '=', key)
        .orderBy('seq')
        .execute();
      return entries.map(({ row, ...entry }) => ({ ...entry, row: JSON.parse(row) }));
    },

    /** Returns everything that a refused call about apps could have touched. */
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

/** Expects a refusal in the envelope that names exactly this field. */
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
