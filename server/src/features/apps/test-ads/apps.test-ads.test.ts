import { type TestStep, testAdsAnswer, testRules } from '@adwarden/contract/test-ads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ipinfoSays, vpnapiSays } from '../../../../test/outside/outside-services.ts';
import { expectRefusal } from '../../../../test/servers/app-server.ts';
import {
  type CallerServer,
  freshAddress,
  openCallerServer,
} from '../../../../test/servers/caller-server.ts';

/* "Test as a phone in…" (ADR 30 "Caller"), compared with what a phone really gets. */

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

/** Returns the steps as `rule:outcome`. */
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
        expect(tested.steps.map(({ rule }) => rule)).toEqual(testRules.slice(1));
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

describe('what a phone asked with', () => {
  const rotate = (id: string, keepOldForDays: number) =>
    api.call('rotateToken', { as: api.admin, id, body: { keepOldForDays } });
  const askedWith = async (id: string, asked: string, as = api.admin) => {
    const { steps } = await test(id, { asked }, as);
    const [token, ...others] = steps;
    expect(others.map(({ rule }) => rule)).toEqual(testRules.slice(1));
    return `${token?.outcome}: ${token?.text}`;
  };

  it('tells that its token is current, old or ended, however it is pasted', async () => {
    const { appID, authToken: first } = await api.add({ selectedUser: 'ada' });
    const { body } = await rotate(appID, 3);
    const second = body.data.authToken;
    const end = (token: string) => token.slice(-4);
    expect(await askedWith(appID, second, api.ada)).toBe(
      `pass: It has the current token, …${end(second)}.`,
    );
    expect(await askedWith(appID, ` ${first}\n`)).toBe(
      `pass: It has an old token, …${end(first)}, which is valid until ${body.data.oldTokenUntil}.`,
    );
    const ended = await rotate(appID, 0);
    const since = `ended on ${ended.body.data.oldTokenUntil}. The phone is refused.`;
    for (const asked of [
      first,
      `"${first}"`,
      `https://adwarden.example.com/api/getAds?appID=${appID}&authToken=${first}`,
      `/api/getAds?authToken=${first}&appID=${appID}#top`,
      `curl 'https://x/api/getAds?appID=${appID}&amp;authToken=${first}' -H 'Accept: */*'`,
      `203.0.113.7 - - "GET /api/getAds?appID=${appID}&authToken=${first} HTTP/1.1" 401`,
      `{"appID": "${appID}", "authToken": "${first}"}`,
      `...${end(first)}`,
      `…${end(first)}`,
    ]) {
      expect(await askedWith(appID, asked), asked).toBe(`stop: The token …${end(first)} ${since}`);
    }
    const named = `/api/getAds?appID=${appID}&token=${second}`;
    expect(await askedWith(appID, named)).toMatch(
      /^stop: The address calls it token; the parameter is authToken\. .* ended on/,
    );
    const { steps } = await test(appID, { asked: first });
    expect(steps.at(-1)).toMatchObject({ rule: 'verdict', outcome: 'stop' });
    const current = await test(appID, { asked: ended.body.data.authToken });
    expect(current.steps.at(-1)?.outcome).toBe('pass');
  });

  it('tells of tokens that versions before have ended, by the log', async () => {
    const { appID, authToken } = await api.add();
    await rotate(appID, 0);
    await api.db.deleteFrom('replaced_token').where('appID', '=', appID).execute();
    expect(await askedWith(appID, authToken)).toMatch(/^stop: The token …\w{4} ended on 20/);
  });

  it('tells of another app only who sees it, and of tokens that were never the app’s', async () => {
    const mine = await api.add({ selectedUser: 'ada', appName: 'Tide Clock' });
    const theirs = await api.add({ selectedUser: 'eve', appName: 'Harbour Radio' });
    expect(await askedWith(mine.appID, theirs.authToken)).toMatch(/that of Harbour Radio, not of/);
    expect(await askedWith(mine.appID, theirs.authToken, api.ada)).toMatch(/was never this app’s/);
    const address = `/api/getAds?appID=${theirs.appID}&authToken=${theirs.authToken}`;
    expect(await askedWith(mine.appID, address)).toMatch(/another app: Harbour Radio \(/);
    expect(await askedWith(mine.appID, address, api.ada)).toBe(
      `stop: It asks for another app: ${theirs.appID}.`,
    );
    expect(await askedWith(mine.appID, `/api/getAds?appID=${mine.appID}`)).toMatch(/no authToken/);
    expect(await askedWith(mine.appID, `…zzzz`)).toMatch(/was never this app’s/);
  });

  it('counts beside the caller', async () => {
    const app = await api.addRuled('DE');
    const both = { ipAddress: '8.8.8.8', asked: app.authToken };
    expect((await test(app.appID, both)).ads.reason).toBe('country');
    const described = { country: 'DE', asked: app.authToken };
    expect((await test(app.appID, described)).ads.reason).toBeNull();
  });
});

describe('refused are', () => {
  it.each([
    [{ asked: 'two words' }, 'asked', /Paste the address/],
    [{ asked: 'x'.repeat(2001) }, 'asked', /at most/],
    [{ asked: 5 }, 'asked', /must be text/],
    [{ asked: '' }, 'ipAddress', 'Please Enter the IP address of the phone'],
    [{ ipAddress: '8.8.8', asked: 'a' }, 'ipAddress', /must be an IPv4/],
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
    const answer = await api.callLoosely('testAds', { as: api.admin, id: appID, body });
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
