import { type TestStep, testAdsAnswer, testRules } from '@adwarden/contract/test-ads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../../../test/app-server.ts';
import {
  type CallerServer,
  freshAddress,
  openCallerServer,
} from '../../../../test/caller-server.ts';
import { ipinfoSays, vpnapiSays } from '../../../../test/outside-services.ts';

/* "Test as a phone in…" (ADR 30 "Caller"), beside what a phone really gets. */

let api: CallerServer;
beforeAll(async () => {
  api = await openCallerServer();
});
afterAll(() => api.close());

const test = async (id: string, body: object, as = api.admin) => {
  const answer = await api.call('testAds', { as, id, body });
  expect(answer.status, answer.text).toBe(200);
  return testAdsAnswer.strict().parse(answer.body).data;
};

/** The steps as `rule:outcome`, and their texts. */
const outcomes = (steps: TestStep[]) => steps.map(({ rule, outcome }) => `${rule}:${outcome}`);
const textOf = (steps: TestStep[], rule: string) => steps.find((step) => step.rule === rule)?.text;

describe('the answer', () => {
  it('by address is what a phone there gets', async () => {
    const apps = [
      await api.addRuled('US'),
      await api.addRuled('DE'),
      await api.addRuled(),
      await api.addRuled('DE', { ipAddress: 'off' }),
      await api.addRuled('DE', { adsStatus: 'off' }),
      await api.addRuled('US', { appStatus: 'suspend' }),
    ];
    for (const app of apps) {
      for (const ipAddress of ['8.8.8.8', '2001:4860:4860::8888', '10.0.0.1', '::ffff:8.8.8.8']) {
        const tested = await test(app.appID, { ipAddress });
        expect(tested.ads).toEqual((await api.ask(app, ipAddress)).data);
        expect(tested.steps.map(({ rule }) => rule)).toEqual(testRules);
        expect(tested.steps.at(-1)?.outcome).toBe(tested.ads.reason ? 'stop' : 'pass');
      }
    }
  });

  it('says each rule, in order', async () => {
    const app = await api.addRuled('US,DE');
    const { steps } = await test(app.appID, { ipAddress: '8.8.8.8' });
    expect(outcomes(steps)).toEqual([
      'pause:pass',
      'appStatus:pass',
      'adsStatus:pass',
      'ipAddress:pass',
      'callerCountry:pass',
      'callerVpn:skipped',
      'country:pass',
      'vpn:skipped',
      'verdict:pass',
    ]);
    expect(textOf(steps, 'callerCountry')).toMatch(
      /^8\.8\.8\.8 is in United States \(US\), says the database of countries of \d{4}-\d\d-\d\d\.$/,
    );
    expect(textOf(steps, 'country')).toBe(
      "United States (US) is among the app's countries (US, DE).",
    );
  });

  it('stops at the first rule that says no', async () => {
    const app = await api.addRuled('DE');
    const elsewhere = await test(app.appID, { country: 'France' });
    expect(elsewhere.ads).toMatchObject({
      reason: 'country',
      caller: { country: 'FR', vpn: null },
    });
    expect(outcomes(elsewhere.steps).slice(4)).toEqual([
      'callerCountry:pass',
      'callerVpn:skipped',
      'country:stop',
      'vpn:skipped',
      'verdict:stop',
    ]);
    await api.update(app.appID, { appStatus: 'suspend' });
    const suspended = await test(app.appID, { country: 'DE' });
    expect(suspended.ads.reason).toBe('suspended');
    expect(outcomes(suspended.steps)).toEqual([
      'pause:pass',
      'appStatus:stop',
      'adsStatus:skipped',
      'ipAddress:pass',
      'callerCountry:skipped',
      'callerVpn:skipped',
      'country:skipped',
      'vpn:skipped',
      'verdict:stop',
    ]);
  });

  it('lets the unknown through', async () => {
    const app = await api.addRuled('DE');
    for (const body of [{ country: '' }, { country: null, vpn: null }, { vpn: false }]) {
      const { ads, steps } = await test(app.appID, body);
      expect(ads).toMatchObject({ adsStatus: 'on', caller: { country: null, vpn: null } });
      expect(outcomes(steps)).toContain('country:unknown');
    }
  });

  it('of a VPN needs a key, as it does for phones', async () => {
    const app = await api.addRuled('DE');
    const asVpn = () => test(app.appID, { country: 'DE', vpn: true });
    const without = await asVpn();
    expect(without.ads).toMatchObject({ reason: null, caller: { country: 'DE', vpn: null } });
    expect(textOf(without.steps, 'callerVpn')).toMatch(/no VPN key/);
    await api.configure({ VPNAPIKey: 'a key' });
    const withKey = await asVpn();
    expect(withKey.ads).toMatchObject({ reason: 'vpn', caller: { country: 'DE', vpn: true } });
    expect(outcomes(withKey.steps).slice(5)).toEqual([
      'callerVpn:pass',
      'country:pass',
      'vpn:stop',
      'verdict:stop',
    ]);
    await api.configure({ VPNAPIKey: '' });
  });

  it('asks the services that phones are judged by, and tells of their trouble', async () => {
    await api.configure({ apiMethod: 'ipinfo', ipInfoToken: 'a token', VPNAPIKey: 'a key' });
    const app = await api.addRuled('DE');
    api.outside.behave({
      ipinfo: () => ipinfoSays('DE'),
      vpnapi: () => vpnapiSays({ proxy: true }),
    });
    const ipAddress = freshAddress();
    const { ads, steps } = await test(app.appID, { ipAddress });
    expect(ads).toMatchObject({ reason: 'vpn', caller: { country: 'DE', vpn: true } });
    expect(textOf(steps, 'callerCountry')).toBe(`${ipAddress} is in Germany (DE), says ipinfo.io.`);
    expect(textOf(steps, 'callerVpn')).toMatch(/a VPN, a proxy or Tor, says vpnapi\.io\.$/);

    api.outside.behave({
      ipinfo: () => ({ status: 403, body: '{}' }),
      vpnapi: () => 'breaks off',
    });
    const troubled = await test(app.appID, { ipAddress: freshAddress() });
    expect(troubled.ads).toMatchObject({ reason: null, caller: { country: null, vpn: null } });
    expect(textOf(troubled.steps, 'callerCountry')).toMatch(/ipinfo\.io told no country.*HTTP 403/);
    expect(textOf(troubled.steps, 'callerVpn')).toMatch(/vpnapi\.io gave no answer/);
    expect(JSON.stringify(troubled)).not.toMatch(/a token|a key/);

    await api.configure({ apiMethod: 'header', VPNAPIKey: '' });
    const byHeader = await test(app.appID, { ipAddress: '8.8.8.8' });
    expect(textOf(byHeader.steps, 'callerCountry')).toMatch(/header cf-ipcountry/);
    await api.configure({ apiMethod: '' });
  });
});

describe('refused are', () => {
  it.each([
    [{}, 'ipAddress', 'Please Enter the IP address of the phone'],
    [{ ipAddress: '' }, 'ipAddress', 'Please Enter the IP address of the phone'],
    [{ ipAddress: 'localhost' }, 'ipAddress', /must be an IPv4 or IPv6 address/],
    [{ ipAddress: '8.8.8.8/24' }, 'ipAddress', /must be an IPv4 or IPv6 address/],
    [{ ipAddress: 'x'.repeat(5000) }, 'ipAddress', /at most/],
    [{ ipAddress: 8 }, 'ipAddress', /must be text/],
    [{ ipAddress: '8.8.8.8', country: 'US' }, 'ipAddress', /not both/],
    [{ ipAddress: '8.8.8.8', vpn: false }, 'ipAddress', /not both/],
    [{ country: 'Atlantis' }, 'country', 'Unknown country: Atlantis.'],
    [{ country: 'Gremany' }, 'country', /Did you mean Germany/],
    [{ country: 'US,DE' }, 'country', 'Please give one country'],
    [{ country: 5 }, 'country', /must be text/],
    [{ country: 'US', vpn: 'yes' }, 'vpn', /must be true, false or null/],
  ] as const)('%j', async (body, field, message) => {
    const { appID } = await api.addRuled();
    const answer = await api.call('testAds', { as: api.admin, id: appID, body });
    expectRefusal(answer, 400, field);
    expect(answer.body.errors[0].message).toMatch(message);
  });

  it('whoever may not see the app', async () => {
    const body = { ipAddress: '8.8.8.8' };
    const { appID } = await api.addRuled('US', { selectedUser: 'ada' });
    expect((await test(appID, body, api.ada)).ads.adsStatus).toBe('on');
    const asked = (as: string | undefined, id: string) => api.call('testAds', { as, id, body });
    const theirs = await asked(api.eve, appID);
    expectRefusal(theirs, 404);
    expect((await asked(api.eve, 'aaaaaaaaaaaaaaaa')).body).toEqual(theirs.body);
    expectRefusal(await asked(undefined, appID), 401);
  });
});

it('nothing is written, and nothing is counted as an answer', async () => {
  const { appID } = await api.addRuled('US');
  const line = 'adwarden_ads_answers_total{outcome="ok"}';
  const [before, answers] = [await api.everything(), await api.metric(line)];
  await test(appID, { ipAddress: '8.8.8.8' });
  expect(await api.everything()).toEqual(before);
  expect(await api.metric(line)).toBe(answers);
});
