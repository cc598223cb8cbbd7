import { countryNames, isCountryCode } from '@adwarden/contract/country-codes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectRefusal } from '../servers/app-server.ts';
import { type CallerServer, openCallerServer } from '../servers/caller-server.ts';

/* "Everywhere but these": `!RU,!CN` as the countries of an app (ADR 75), and what phones and people get of it. */

let api: CallerServer;
beforeAll(async () => {
  api = await openCallerServer();
});
afterAll(() => api.close());

/** Addresses of the bundled database: in the United States, in Russia, and in none. */
const from = { US: '8.8.8.8', RU: '77.88.8.8', nowhere: '10.0.0.1' };
const others = countryNames().length - 2;

const test = async (id: string, body: object) =>
  (await api.call('testAds', { as: api.ada, id, body })).body.data;
const stored = (appID: string) =>
  api.db
    .selectFrom('app_configuration')
    .select(['country', 'countryCodes'])
    .where('appID', '=', appID)
    .executeTakeFirstOrThrow();

it('phones there get no ads, others do, and an unknown country counts as with a list', async () => {
  const app = await api.addRuled('!Russia, !CN', { selectedUser: 'ada', googleBanner1: 'unit/1' });
  const russian = await api.ask(app, from.RU);
  expect(russian.data).toMatchObject({
    adsStatus: 'off',
    reason: 'country',
    googleBanner1: '',
    caller: { country: 'RU' },
  });
  for (const where of ['US', 'nowhere'] as const) {
    const { data } = await api.ask(app, from[where]);
    expect(data, where).toMatchObject({ adsStatus: 'on', googleBanner1: 'unit/1' });
    expect(data.country, 'an alpha-2 list, as before').toHaveLength(others);
    expect(data.country.every(isCountryCode)).toBe(true);
    expect(data.country).not.toContain('RU');
  }
});

it('the test of a phone says which countries are excepted, and not the 248 others', async () => {
  const { appID } = await api.addRuled('!RU,!CN', { selectedUser: 'ada' });
  const textFor = async (country: string) => {
    const { ads, steps } = await test(appID, { country });
    const { text } = steps.find(({ rule }: { rule: string }) => rule === 'country');
    return `${ads.adsStatus}: ${text}`;
  };
  const excepted = 'among the countries that the app excepts (CN, RU).';
  expect(await textFor('RU')).toBe(`off: Russia (RU) is ${excepted}`);
  expect(await textFor('India')).toBe(`on: India (IN) is not ${excepted}`);
  expectRefusal(
    await api.call('testAds', { as: api.ada, id: appID, body: { country: '!RU' } }),
    400,
    'country',
  );
});

it('stores the text as it was typed, and for nodes of older releases the codes of the others', async () => {
  const { appID } = await api.addRuled();
  const body = { id: appID, country: ' ! RU ,!China' };
  const added = await api.call('addConfigureApp', { as: api.admin, body });
  expect(added.body.data.country).toBe('!RU,!China');
  expect(added.body.data.countryCodes).toHaveLength(others);
  const { country, countryCodes } = await stored(appID);
  expect(country).toBe('!RU,!China');
  expect(countryCodes.split(',')).toEqual(added.body.data.countryCodes);
  const rules = await api.call('getIpRules', { as: api.admin, id: appID });
  expect(rules.body.data.countries).toEqual(added.body.data.countryCodes);
});

it('phones get a country that the list of countries did not have when the exceptions were saved', async () => {
  const app = await api.addRuled('!RU');
  await api.db
    .updateTable('app_configuration')
    .set({ countryCodes: 'IN' })
    .where('appID', '=', app.appID)
    .execute();
  await api.update(app.appID, { note: 'an entry, so that the ads are made anew' });
  await expect.poll(async () => (await api.ask(app, from.US)).data.country.length).toBe(others + 1);
});

it('is undone and restored as it was', async () => {
  const { appID } = await api.addRuled('!RU,!CN');
  await api.call('updateConfigureApp', { as: api.admin, id: appID, body: { country: 'IN' } });
  const [create, update] = await api.entriesOf(appID).then((all) => all.slice(-2));
  await api.call('undoChange', { as: api.admin, id: update?.seq ?? 0, body: {} });
  expect(await stored(appID)).toMatchObject({ country: '!RU,!CN' });
  await api.call('deleteConfigureApp', { as: api.admin, id: appID });
  await api.call('restoreChange', { as: api.admin, id: create?.seq ?? 0, body: {} });
  expect(await stored(appID)).toMatchObject({ country: '!RU,!CN' });
});

it.each([
  ['!', '!'],
  ['!!RU', '!!RU'],
  ['!RU,IN', '!RU'],
  ['IN,!RU', '!RU'],
  ['!XX', '!XX'],
  ['-RU', '-RU'],
  ['RU!', 'RU!'],
  ['!RU,!Gremany', '!Gremany'],
  [
    countryNames()
      .map(({ code }) => `!${code}`)
      .join(','),
    'No country would be left',
  ],
])('%j is refused by the name of the field and the value', async (country, value) => {
  const app = await api.addRuled('DE');
  const calls = [
    await api.call('updateConfigureApp', { as: api.admin, id: app.appID, body: { country } }),
    await api.call('addConfigureApp', { as: api.admin, body: { id: app.appID, country } }),
  ];
  for (const answer of calls) {
    expectRefusal(answer, 400, 'country');
    expect(answer.body.errors[0].message).toContain(value);
  }
  expect(await stored(app.appID)).toEqual({ country: 'DE', countryCodes: 'DE' });
});

it('the check of a form counts what phones in these countries would lose', async () => {
  const { appID } = await api.addRuled('', { googleBanner1: 'unit/1' });
  const day = Date.now() - (Date.now() % 86_400_000);
  const counts = { notModified: 0, oldToken: 0, wrongToken: 0 };
  await api.db
    .insertInto('app_usage')
    .values([
      { ...counts, day, appID, country: 'RU', ok: 70 },
      { ...counts, day, appID, country: 'IN', ok: 30 },
    ])
    .execute();
  const check = async (country: string) =>
    (await api.call('checkApp', { as: api.admin, body: { appID, country } })).body.data.impact;
  expect(await check('!RU,!CN')).toMatchObject({ requests: 100, lost: 70 });
  expect(await check('RU,CN')).toMatchObject({ requests: 100, lost: 30 });
});

it('an owner sees where the ads are, and changes nothing of it', async () => {
  const { appID } = await api.addRuled('!RU', { selectedUser: 'ada' });
  const rules = await api.call('getIpRules', { as: api.ada, id: appID });
  expect(rules.body.data.countries).not.toContain('RU');
  expect((await api.call('getIpRules', { as: api.eve, id: appID })).status).toBe(404);
  const body = { country: '!CN' };
  expect((await api.call('updateConfigureApp', { as: api.ada, id: appID, body })).status).toBe(403);
  expect(await stored(appID)).toMatchObject({ country: '!RU' });
});

it('the list finds exceptions by the name of a country, in part as well, and by its code', async () => {
  const { appID } = await api.addRuled('!RU,!AE', { appName: 'Sandbar Clock' });
  await api.addRuled('PE', { appName: 'Sandbar Drum' });
  for (const country of ['russia', 'United Arab', '!ru', 'AE']) {
    const query = { country, appName: 'Sandbar' };
    const { body } = await api.call('getConfigureApp', { as: api.admin, query });
    expect(
      body.data.map((one: { appID: string }) => one.appID),
      country,
    ).toEqual([appID]);
  }
});
