import {
  type AppConfiguration,
  staleAppConfiguration,
} from '@adwarden/contract/app-configurations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());

async function configured(country: string): Promise<AppConfiguration> {
  const { appID: id } = await api.add();
  const body = { id, country };
  return (await api.call('addConfigureApp', { as: api.admin, body })).body.data;
}
const update = (id: string, body: object) =>
  api.call('updateConfigureApp', { as: api.admin, id, body });
const lastSeq = async (appID: string) => {
  const query = { entity: 'app-configuration', key: appID, pageSize: 1 } as const;
  return (await api.call('getChanges', { as: api.admin, query })).body.data[0].seq;
};

describe('the version of a configuration', () => {
  it('is the seq of its last change, in every answer', async () => {
    const added = await configured('DE');
    expect(added.version).toBe(await lastSeq(added.appID));
    const changed = await update(added.appID, { country: 'FR', version: added.version });
    expect(changed.body.data.version).toBe(await lastSeq(added.appID));
    expect(changed.body.data.version).toBeGreaterThan(added.version);
    for (const query of [undefined, { appID: added.appID }]) {
      const list = await api.call('getConfigureApp', { as: api.admin, ...(query && { query }) });
      const item = list.body.data.find((one: AppConfiguration) => one.appID === added.appID);
      expect(item).toEqual(changed.body.data);
    }
  });

  it('of an old form gets 409 with the current configuration, and changes nothing', async () => {
    const { appID, version } = await configured('DE');
    const first = await update(appID, { country: 'FR', version });
    const late = await update(appID, { country: 'DE,AT', version });
    expect(late.status, late.text).toBe(409);
    expect(late.body).toMatchObject({ current: first.body.data, changedBy: 'Administrator' });
    expect(staleAppConfiguration.safeParse(late.body).error).toBeUndefined();
    expect(await lastSeq(appID)).toBe(first.body.data.version);
    expect((await update(appID, { country: 'IT' })).body.data.country).toBe('IT');
  });
});
