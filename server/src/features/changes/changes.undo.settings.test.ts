import type { ChangeEntity } from '@adwarden/contract/changes/changes';
import type { ApiMethod } from '@adwarden/contract/global-config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { type Call, changesOf } from '../../../test/servers/changes-of.ts';

let api: AppServer;
let changes: ReturnType<typeof changesOf>;
beforeAll(async () => {
  api = await openAppServer();
  changes = changesOf(api);
});
afterAll(() => api.close());

const call = (name: Call, id: string | number, body?: object) => changes.call(name, id, body);
const undo = (seq: number) => changes.call('undoChange', seq);
const last = (key: string, entity?: ChangeEntity) => changes.last(key, entity);

describe('configurations and the API method', () => {
  const entity = 'app-configuration';

  it('are undone and restored: the countries of an app', async () => {
    const { appID } = await api.add();
    const body = { id: appID, country: 'Germany' };
    await api.call('addConfigureApp', { as: api.admin, body });
    const added = (await last(appID, entity)).seq;
    await call('updateConfigureApp', appID, { country: 'FR' });
    const changed = (await last(appID, entity)).seq;
    const undone = await undo(changed);
    expect(undone.body.message).toBe('Undone: Country');
    expect(undone.body.data).toMatchObject({
      entity,
      appConfiguration: { country: 'Germany', countryCodes: ['DE'] },
    });
    expect((await undo(added)).body.message).toBe('To undo this, delete the configuration');
    const back = await call('restoreChange', changed);
    expect(back.body.data.appConfiguration.country).toBe('FR');
    expect(back.body.message).toBe(`Configuration is back at the version of change ${changed}`);

    await call('deleteConfigureApp', appID);
    const deleted = (await last(appID, entity)).seq;
    expect((await undo(deleted)).body).toMatchObject({
      message: 'Configuration restored',
      data: { appConfiguration: { country: 'FR', version: (await last(appID, entity)).seq } },
    });
    await call('deleteApp', appID);
    const gone = await undo((await last(appID, entity)).seq);
    expectRefusal(gone, 409);
    expect(gone.body.message).toBe('The application is deleted: restore it first');
  });

  it('are undone and restored: the API method, up to its first', async () => {
    const set = (apiMethod: ApiMethod) =>
      api.call('updateAPIMethod', { as: api.admin, body: { apiMethod } });
    const method = async () =>
      (await api.call('getAllConfig', { as: api.admin })).body.data.apiMethod;
    await set('header');
    const first = (await last('apiMethod', 'global-config')).seq;
    await set('ipinfo');
    const { seq } = await last('apiMethod', 'global-config');
    const undone = await undo(seq);
    expect(undone.body).toMatchObject({
      message: 'Undone: API method',
      data: { entity: 'global-config', apiMethod: 'header' },
    });
    expect((await undo(first)).body.data.apiMethod).toBe('');
    await call('restoreChange', seq);
    expect(await method()).toBe('ipinfo');
  });

  it('but not the keys, which the log does not hold', async () => {
    await api.call('updateVPNAPIKey', { as: api.admin, body: { VPNAPIKey: 'secret' } });
    const { seq } = await last('vpnApiKey', 'global-config');
    for (const name of ['undoChange', 'restoreChange'] as const) {
      const answer = await call(name, seq);
      expectRefusal(answer, 400);
      expect(answer.body.message).toBe('The log holds no keys: enter the key again');
    }
  });
});
