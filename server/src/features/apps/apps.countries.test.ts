import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

/* The countries that a new app begins with: a copy of an app with IP rules must not show ads anywhere else. */

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());

const countriesOf = async (appID: string) => {
  const answer = await api.call('getConfigureApp', { as: api.admin, query: { appID } });
  return answer.body.data[0]?.countryCodes;
};

it('are written with the app', async () => {
  const { appID } = await api.add({ ipAddress: 'on', country: ' IN, United States ' });
  expect(await countriesOf(appID)).toEqual(['IN', 'US']);
  const entries = await api.entriesOf(appID);
  expect(entries.map(({ entity, action }) => [entity, action])).toEqual([
    ['app', 'create'],
    ['app-configuration', 'create'],
  ]);
});

it.each([{}, { country: '' }, { country: ' ' }])('may be none: %j', async (none) => {
  const { appID } = await api.add(none);
  expect(await countriesOf(appID)).toBeUndefined();
});

it('are refused by name, and then there is no app', async () => {
  const before = await api.everything();
  for (const country of ['IN,Atlantis', '!RU,IN', '-RU', 'x'.repeat(20_000), 7]) {
    const body = { ...sampleAppForm(), country } as const;
    expectRefusal(await api.callLoosely('addApp', { as: api.admin, body }), 400, 'country');
  }
  expect(await api.everything()).toEqual(before);
});

it('are not for an owner to choose', async () => {
  const { appID } = await api.add({ country: 'IN' }, api.ada);
  expect(await countriesOf(appID)).toBeUndefined();
});
