import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api?.close());

const ask = (id: string, as = api.admin) => api.call('getIpRules', { as, id });

it('answers the countries of an app, and whether VPNs are looked up', async () => {
  const { appID } = await api.add({ selectedUser: 'ada' });
  expect((await ask(appID, api.ada)).body.data).toEqual({
    appID,
    country: '',
    countries: [],
    vpn: false,
  });
  const body = { id: appID, country: 'India, DEU, India' };
  await api.call('addConfigureApp', { as: api.admin, body });
  const key = { VPNAPIKey: 'a-key-of-ours' };
  await api.call('updateVPNAPIKey', { as: api.admin, body: key });
  const { body: after, text } = await ask(appID, api.ada);
  expect(after.data).toEqual({
    appID,
    country: 'India,DEU,India',
    countries: ['IN', 'DE'],
    vpn: true,
  });
  expect(text).not.toContain('a-key-of-ours');
});

it('is 404 for an app of somebody else, as for none', async () => {
  const { appID } = await api.add({ selectedUser: 'ada' });
  const theirs = await ask(appID, api.eve);
  expectRefusal(theirs, 404);
  expect(theirs.body).toEqual((await ask('aaaaaaaaaaaaaaaa', api.eve)).body);
});
