import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api?.close());

const configure = (body: { id: string; country: string }) =>
  api.call('addConfigureApp', { as: api.admin, body });
const list = (
  name: 'getConfigureApp' | 'getRemainingApp',
  query?: Record<string, string | number>,
) => api.call(name, { as: api.admin, ...(query && { query }) });

describe('the lists of app configurations', () => {
  it('are paged, searched, sorted and filtered', async () => {
    const names = ['Zebra Zone', 'Alpha Zone', 'Midway Zone'];
    const apps: { appID: string; appName: string }[] = [];
    for (const appName of names) apps.push(await api.add({ appName, accountName: 'Zone Account' }));
    for (const { appID, appName } of apps) {
      await configure({ id: appID, country: appName === 'Zebra Zone' ? 'IN,BR' : 'US' });
    }
    const namesOf = async (query: Record<string, string | number>) => {
      const answer = await list('getConfigureApp', { search: 'zone', ...query });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.map((item: { appName: string }) => item.appName);
    };
    expect(await namesOf({}), 'newest first').toEqual([...names].reverse());
    expect(await namesOf({ sort: 'appName' })).toEqual(['Alpha Zone', 'Midway Zone', 'Zebra Zone']);
    expect(await namesOf({ sort: '-country' })).toContain('Zebra Zone');
    expect(await namesOf({ country: 'br' })).toEqual(['Zebra Zone']);
    expect(await namesOf({ country: 'brazil' }), 'by a name').toEqual(['Zebra Zone']);
    expect(await namesOf({ country: 'brazilian' })).toEqual([]);
    expect(await namesOf({ accountName: 'zone acc', createdTo: '2020-01-01' })).toEqual([]);

    const page = await list('getConfigureApp', {
      search: 'zone',
      page: 1,
      pageSize: 2,
      sort: 'appName',
    });
    expect(page.body).toMatchObject({ total: 3, page: 1, pageSize: 2 });
    expect(page.body.data).toHaveLength(1);
    expect(page.body.data[0]).toMatchObject({ appName: 'Zebra Zone', countryCodes: ['IN', 'BR'] });

    const remaining = await list('getRemainingApp', { search: 'zone', page: 0 });
    expect(remaining.body).toMatchObject({ data: [], total: 0, page: 0, pageSize: 10 });
  });

  it('answer exactly the fields of the contract', async () => {
    const { appID } = await api.add();
    const facts = [
      'accountName',
      'appID',
      'appName',
      'authToken',
      'createdAt',
      'icon',
      'ipAddress',
      'packageName',
    ];
    const [remaining] = (await list('getRemainingApp')).body.data;
    expect(Object.keys(remaining).sort()).toEqual(facts);
    await configure({ id: appID, country: 'IN' });
    const [configured] = (await list('getConfigureApp')).body.data;
    expect(Object.keys(configured).sort()).toEqual(
      [...facts, 'country', 'countryCodes', 'version'].sort(),
    );
  });

  it.each([
    ['getConfigureApp', { page: -1 }, 'page'],
    ['getConfigureApp', { pageSize: 101 }, 'pageSize'],
    ['getConfigureApp', { sort: 'note' }, 'sort'],
    ['getConfigureApp', { note: 'x' }, 'note'],
    ['getRemainingApp', { sort: 'country' }, 'sort'],
    ['getRemainingApp', { country: 'IN' }, 'country'],
    ['getRemainingApp', { page: 'x' }, 'page'],
  ] as const)('%s refuses %j', async (name, query, field) => {
    const answer = await list(name, query as unknown as Record<string, string>);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors?.[0]?.field).toBe(field);
  });
});
