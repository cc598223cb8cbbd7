import { sampleUserForm } from '@adwarden/contract/testing/samples';
import type { User } from '@adwarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleAppRow } from '../../../test/samples/sample-app-snapshot.ts';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';
import { loginKey } from '../../kit/ids.ts';

let test: TestServer;
let admin: string;

/** Users written directly into the table, because hashing a password for each takes long. */
const people = [
  ['zed', 'Zoë Ångström', 'Publisher', 1],
  ['Ada', 'ada harbour', 'publisher', 0],
  ['b%b', 'Bob 100%', 'Owner_1', 2],
  ['bxb', 'Bob 1000', 'Owner-1', 0],
  ['😀', 'مالك التطبيق', 'Agent "X"', 0],
] as const;

beforeAll(async () => {
  test = await buildTestServer();
  admin = await test.signInAdmin();
  let createdAt = Date.parse('2026-01-01T00:00:00Z');
  for (const [userID, fullName, position, apps] of people) {
    const secrets = { passwordHash: '', passwordSealed: '', version: 0 };
    const row = { id: `id-${userID}`, userID, userIDKey: loginKey(userID), fullName, position };
    await test.db
      .insertInto('app_user')
      .values({ ...row, ...secrets, createdAt })
      .execute();
    for (let count = 0; count < apps; count += 1) await addApp(`${userID}-${count}`, row.id);
    createdAt += 86_400_000;
  }
});
afterAll(() => test?.close());

async function addApp(appID: string, ownerId: string) {
  const row = sampleAppRow({ appID, ownerId, appName: appID });
  await test.db.insertInto('app').values(row).execute();
}

async function ask(query: Record<string, string | number>) {
  const answer = await test.call('getUser', { as: admin, query });
  expect(answer.status, answer.text).toBe(200);
  return { ...answer.body, logins: answer.body.data.map((user: User) => user.userID) };
}

describe('the list of users', () => {
  it('is whole and newest first without parameters', async () => {
    const { body } = await test.call('getUser', { as: admin });
    expect(body).toMatchObject({ status: 'success', success: true });
    expect(Object.keys(body).sort()).toEqual(['data', 'message', 'status', 'success']);
    const logins = body.data.map((user: User) => user.userID);
    expect(logins).toEqual(['😀', 'bxb', 'b%b', 'Ada', 'zed']);
    expect(body.data.map((user: User) => user.noOfApps)).toEqual([0, 0, 2, 0, 1]);
  });

  it('shows no password for a user who has none yet', async () => {
    expect((await ask({ search: 'zed' })).data[0].password).toBe('');
  });

  it('is paged from 0 with an exact total', async () => {
    const { logins, ...first } = await ask({ page: 0, pageSize: 2 });
    expect(first).toMatchObject({ total: 5, page: 0, pageSize: 2 });
    expect(logins).toEqual(['😀', 'bxb']);
    expect((await ask({ page: 2, pageSize: 2 })).logins).toEqual(['zed']);
    expect(await ask({ page: 999_999, pageSize: 100 })).toMatchObject({ total: 5, data: [] });
    expect(await ask({ page: 0 })).toMatchObject({ total: 5, pageSize: 10 });
  });

  it.each([
    ['createdAt', ['zed', 'Ada', 'b%b', 'bxb', '😀']],
    ['-createdAt', ['😀', 'bxb', 'b%b', 'Ada', 'zed']],
    ['fullName', ['Ada', 'b%b', 'bxb', 'zed', '😀']],
    ['-fullName', ['😀', 'zed', 'bxb', 'b%b', 'Ada']],
    ['position', ['😀', 'bxb', 'b%b', 'Ada', 'zed']],
    ['userID', ['Ada', 'b%b', 'bxb', 'zed', '😀']],
    ['noOfApps', ['Ada', 'bxb', '😀', 'zed', 'b%b']],
    ['-noOfApps', ['b%b', 'zed', '😀', 'bxb', 'Ada']],
  ])('sorts by %s in any case', async (sort, logins) => {
    expect((await ask({ sort })).logins).toEqual(logins);
  });

  it.each([
    [{ search: 'BOB' }, ['bxb', 'b%b']],
    [{ search: '100%' }, ['b%b']],
    [{ search: '%' }, ['b%b']],
    [{ search: '_' }, ['b%b']],
    [{ search: 'b' }, ['bxb', 'b%b', 'Ada', 'zed']],
    [{ search: 'ÅNGSTRÖM' }, ['zed']],
    [{ search: 'zoë' }, ['zed']],
    [{ search: 'ZOE\u0308 å' }, ['zed']],
    [{ search: 'Ö' }, ['bxb', 'b%b', 'Ada', 'zed']],
    [{ search: 'التطبيق' }, ['😀']],
    [{ search: '😀' }, ['😀']],
    [{ search: '"X"' }, ['😀']],
    [{ search: "' or 1=1" }, []],
    [{ search: '\\' }, []],
    [{ search: ' ' }, ['😀', 'bxb', 'b%b', 'Ada', 'zed']],
    [{ fullName: 'bob', position: 'owner_' }, ['b%b']],
    [{ userID: 'B' }, ['bxb', 'b%b']],
    [{ userID: 'harbour' }, []],
    [{ position: 'PUB' }, ['Ada', 'zed']],
    [{ exact: 'ADA' }, ['Ada']],
    [{ exact: 'b' }, []],
    [{ exact: 'bob 100%' }, ['b%b']],
    [{ exact: 'ZOË ÅNGSTRÖM' }, ['zed']],
    [{ exact: 'publisher' }, []],
    [{ createdFrom: '2026-01-04' }, ['😀', 'bxb']],
    [{ createdTo: '2026-01-02T01:00:00+01:00' }, ['Ada', 'zed']],
    [{ noOfAppsFrom: 1 }, ['b%b', 'zed']],
    [{ noOfAppsFrom: 1, noOfAppsTo: 1 }, ['zed']],
    [{ noOfAppsTo: 0, search: 'bob' }, ['bxb']],
    [{ noOfAppsFrom: 3, noOfAppsTo: 2 }, []],
    [{ createdFrom: '2026-01-02', createdTo: '2026-01-03', search: 'a' }, ['Ada']],
  ])('finds by %j', async (query, logins) => {
    const answer = await ask(query as Record<string, string>);
    expect(answer.logins).toEqual(logins);
    expect(answer.total).toBe(logins.length);
  });

  it.each([
    [{ page: 'one' }, 'page'],
    [{ page: -1 }, 'page'],
    [{ page: 1e12 }, 'page'],
    [{ page: '1.5' }, 'page'],
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: 101 }, 'pageSize'],
    [{ pageSize: '10; drop' }, 'pageSize'],
    [{ sort: 'passwordHash' }, 'sort'],
    [{ sort: '--createdAt' }, 'sort'],
    [{ sort: '' }, 'sort'],
    [{ search: 'x'.repeat(201) }, 'search'],
    [{ search: 'a\u0000b' }, 'search'],
    [{ createdFrom: 'yesterday' }, 'createdFrom'],
    [{ noOfAppsFrom: 'many' }, 'noOfAppsFrom'],
    [{ noOfAppsTo: -1 }, 'noOfAppsTo'],
    [{ password: 'x' }, 'password'],
    [{ passwordHash: '' }, 'passwordHash'],
  ])('refuses %j', async (query, field) => {
    const answer = await test.call('getUser', { as: admin, query: query as never });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });

  it('may have more users than a chunk, each once and in order', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      id: `many-${String(index).padStart(5, '0')}`,
      userID: `many-${index}`,
      userIDKey: `many-${index}`,
      fullName: 'Many',
      position: 'Many',
      passwordHash: '',
      passwordSealed: '',
      createdAt: Math.floor(index / 900),
      version: 0,
    }));
    for (let start = 0; start < rows.length; start += 500) {
      await test.db
        .insertInto('app_user')
        .values(rows.slice(start, start + 500))
        .execute();
    }
    const { body } = await test.call('getUser', { as: admin });
    const ids = body.data.map((user: User) => user.id).filter((id: string) => /^many-/.test(id));
    expect(ids).toEqual(rows.map(({ id }) => id).reverse());
    const { total } = await ask({ fullName: 'many' });
    expect(total).toBe(rows.length);
    await test.db.deleteFrom('app_user').where('fullName', '=', 'Many').execute();
  });

  it('shows the password of a user made by the form', async () => {
    await test.call('createNewUser', { as: admin, body: sampleUserForm({ userId: 'shown' }) });
    expect((await ask({ userID: 'shown' })).data[0].password).toBe(sampleUserForm().password);
  });
});

describe('the names of users', () => {
  const names = (query: object) =>
    test.call('getUserNames', { as: admin, query: query as never }).then(({ body }) => body);

  it('are a page by name, with nothing that opens an account', async () => {
    const first = await names({ search: 'b', pageSize: 3 });
    expect(first).toMatchObject({ page: 0, pageSize: 3 });
    for (const one of first.data) {
      expect(Object.keys(one).sort()).toEqual(['fullName', 'id', 'noOfApps', 'userID']);
    }
    const fullNames = first.data.map(({ fullName }: User) => fullName.toLowerCase());
    expect(fullNames).toEqual(['ada harbour', 'ada harbour', 'bob 100%']);
    expect(await names({})).toMatchObject({ page: 0, pageSize: 10 });
  });

  it.each([
    [{ search: 'ÅNGSTRÖM' }, ['id-zed']],
    [{ search: 'التطبيق' }, ['id-😀']],
    [{ exact: 'ADA' }, ['id-Ada']],
    [{ exact: 'bob 100%' }, ['id-b%b']],
    [{ exact: 'bob' }, []],
  ])('are found by %j', async (query, ids) => {
    expect((await names(query)).data.map(({ id }: User) => id)).toEqual(ids);
  });

  it.each([
    [{ pageSize: 101 }, 'pageSize'],
    [{ page: -1 }, 'page'],
    [{ search: 'x'.repeat(201) }, 'search'],
  ])('refuse %j', async (query, field) => {
    expect((await names(query)).errors[0].field).toBe(field);
  });

  it('and a password are for administrators, and nobody has no password', async () => {
    const form = sampleUserForm({ userId: 'reader' });
    await test.call('createNewUser', { as: admin, body: form });
    const as = await test.signInUser('reader', form.password);
    expect((await test.call('getUserNames', { as })).status).toBe(403);
    expect((await test.call('getUserPassword', { as, id: 'id-Ada' })).status).toBe(403);
    expect((await test.call('getUserPassword', { as: admin, id: 'nobody' })).status).toBe(404);
    const none = await test.call('getUserPassword', { as: admin, id: 'id-Ada' });
    expect(none.body.data).toEqual({ id: 'id-Ada', password: '' });
  });
});
