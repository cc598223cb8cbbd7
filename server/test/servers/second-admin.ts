import { adminPassword, type TestServer } from './build-test-server.ts';

/** Adds an administrator with the password of the first one, and signs in; returns the id and the token. */
export async function addSecondAdmin(
  test: Pick<TestServer, 'db' | 'call'>,
  fullName = 'Second Administrator',
): Promise<{ id: string; token: string }> {
  const first = await test.db.selectFrom('admin').selectAll().executeTakeFirstOrThrow();
  const email = `${fullName.replaceAll(' ', '.').toLowerCase()}@example.com`;
  const id = email.replace(/\W/g, '').slice(0, 16);
  await test.db
    .insertInto('admin')
    .values({ ...first, id, email, emailKey: email, fullName })
    .execute();
  const answer = await test.call('adminSignIn', { body: { email, password: adminPassword } });
  if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.text}`);
  return { id, token: answer.body.token };
}

/** Adds a viewer, and signs in; returns the id and the token. */
export async function addViewer(
  test: Pick<TestServer, 'db' | 'call'>,
  fullName = 'Some Viewer',
): Promise<{ id: string; token: string }> {
  const viewer = await addSecondAdmin(test, fullName);
  await test.db.updateTable('admin').set({ role: 'viewer' }).where('id', '=', viewer.id).execute();
  return viewer;
}
