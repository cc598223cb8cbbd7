import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Behaviour, ipinfoSays, vpnapiSays } from '../../../test/outside/outside-services.ts';
import {
  type CallerServer,
  freshAddress,
  openCallerServer,
} from '../../../test/servers/caller-server.ts';

/* ipinfo.io and vpnapi.io, as the ads endpoint asks them over real connections (facts, design section 5). */

const lines: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
let api: CallerServer;
let app: { appID: string; authToken: string };
beforeAll(async () => {
  api = await openCallerServer(undefined, { logger });
  app = await api.addRuled('US');
});
afterAll(() => api.close());

let keys = 0;
/** Returns a key that has not failed yet. */
const freshKey = (word: string) => `${word}-secret-&=? ${++keys}`;
const useIpinfo = () =>
  api.configure({ apiMethod: 'ipinfo', ipInfoToken: freshKey('ip'), VPNAPIKey: '' });
const useVpnapi = () => api.configure({ apiMethod: 'local', VPNAPIKey: freshKey('vpn') });
afterEach(() => api.outside.behave());

const failures: [string, Behaviour][] = [
  ['429 with a wrapper', { status: 429, body: { status: 429, error: { title: 'Rate limit' } } }],
  ['429 in plain text', { status: 429, body: 'Rate limit exceeded' }],
  ['429 that looks like an answer', { status: 429, body: { ip: '1.1.1.1', country_code: 'FR' } }],
  ['403', { status: 403, body: { title: 'Unknown token' } }],
  ['500 in plain text', { status: 500, body: 'Internal Server Error' }],
  ['200 with an error', { body: { error: { title: 'Wrong', message: 'no' } } }],
  ['200 that is no JSON', { body: '<html>' }],
  ['200 with null', { body: 'null' }],
  ['200 with a list', { body: [] }],
  ['200 with nothing', { body: '' }],
  ['an answer without end', 'never ends'],
  ['an answer that breaks off', 'breaks off'],
  ['a redirect', { status: 302, body: '' }],
];

describe('ipinfo.io', () => {
  it.each([
    ['Lite', ipinfoSays('FR'), 'FR', 'country'],
    ['Core', { body: { ip: '1.1.1.1', geo: { country_code: 'FR' } } }, 'FR', 'country'],
    ['the old API', { body: { ip: '1.1.1.1', country: 'US' } }, 'US', null],
    ['a bogon', { body: { ip: '1.1.1.1', bogon: true } }, null, null],
    ['a place without country', { body: { ip: '1.1.1.1', country: 'Atlantis' } }, null, null],
  ])('%s says the country', async (_, behaviour, country, reason) => {
    await useIpinfo();
    api.outside.behave({ ipinfo: () => behaviour as Behaviour });
    const from = freshAddress();
    const { data } = await api.ask(app, from);
    expect(data).toMatchObject({ reason, caller: { country, vpn: null } });
    await api.ask(app, from);
    expect(api.outside.askedAbout(from)).toEqual([
      { service: 'ipinfo', address: from, key: `ip-secret-&=? ${keys}` },
    ]);
  });

  it.each(failures)(
    '%s: the country is unknown, ads go on, and nothing is kept',
    async (...given) => {
      await useIpinfo();
      const from = freshAddress();
      api.outside.behave({ ipinfo: () => given[1] });
      const { data } = await api.ask(app, from);
      expect(data).toMatchObject({ reason: null, adsStatus: 'on', caller: { country: null } });
      api.outside.behave({ ipinfo: () => ipinfoSays('FR') });
      expect((await api.ask(app, from)).data.caller?.country).toBe('FR');
    },
  );

  it('is asked once for many phones at one address, and for a /64', async () => {
    await useIpinfo();
    api.outside.behave({
      ipinfo: () => ({ ...(ipinfoSays('FR') as object), afterMs: 100 }) as Behaviour,
    });
    const from = freshAddress();
    const many = await Promise.all(Array.from({ length: 30 }, () => api.ask(app, from)));
    expect(new Set(many.map(({ data }) => data.caller?.country))).toEqual(new Set(['FR']));
    expect(api.outside.askedAbout(from)).toHaveLength(1);

    const network = `2a00:1450:4${keys}:1`;
    const asked = api.outside.asked.length;
    for (const host of ['::1', '::2', ':aaaa:bbbb:cccc:dddd']) {
      expect((await api.ask(app, network + host)).data.caller?.country).toBe('FR');
    }
    expect(api.outside.asked.length - asked).toBe(1);
  });

  it('is not asked about addresses that are not public, without a token, or for an app that is off', async () => {
    await useIpinfo();
    const asked = api.outside.asked.length;
    for (const from of ['10.0.0.1', '::1', 'nonsense', '203.0.113.7']) {
      expect((await api.ask(app, from)).data.caller).toEqual({ country: null, vpn: null });
    }
    const off = await api.addRuled('US', { adsStatus: 'off' });
    expect((await api.ask(off, freshAddress())).data.reason).toBe('ads-off');
    await api.configure({ ipInfoToken: '' });
    expect((await api.ask(app, freshAddress())).data.caller?.country).toBeNull();
    expect(api.outside.asked.length).toBe(asked);
  });
});

describe('vpnapi.io', () => {
  const everywhere = () => api.addRuled();

  it.each([
    [{}, false, null],
    [{ relay: true }, false, null],
    [{ vpn: true }, true, 'vpn'],
    [{ proxy: true }, true, 'vpn'],
    [{ tor: true, relay: true }, true, 'vpn'],
  ])('says %j: vpn is %s, the reason %s', async (security, vpn, reason) => {
    await useVpnapi();
    api.outside.behave({ vpnapi: () => vpnapiSays(security) });
    const [from, all] = [freshAddress(), await everywhere()];
    const { data } = await api.ask(all, from);
    expect(data).toMatchObject({ reason, adsStatus: reason ? 'off' : 'on', caller: { vpn } });
    expect(data.googleNative1 === '').toBe(vpn);
    expect((await api.ask(all, from)).text).toContain(`"vpn":${vpn}`);
    expect(api.outside.askedAbout(from)).toEqual([
      { service: 'vpnapi', address: from, key: `vpn-secret-&=? ${keys}` },
    ]);
  });

  it.each([
    ...failures,
    ['texts for booleans', { body: { security: { vpn: 'no', proxy: false, tor: false } } }],
    ['half an answer', { body: { security: { vpn: true } } }],
  ] as [string, Behaviour][])('%s: unknown, ads go on, and nothing is kept', async (...given) => {
    await useVpnapi();
    const [from, all] = [freshAddress(), await everywhere()];
    api.outside.behave({ vpnapi: () => given[1] });
    expect((await api.ask(all, from)).data).toMatchObject({ reason: null, caller: { vpn: null } });
    api.outside.behave({ vpnapi: () => vpnapiSays({ vpn: true }) });
    expect((await api.ask(all, from)).data.reason).toBe('vpn');
  });

  it('comes after the country, and is asked beside it', async () => {
    await api.configure({ apiMethod: 'ipinfo', ipInfoToken: freshKey('ip') });
    await api.configure({ VPNAPIKey: freshKey('vpn') });
    const slow = (behaviour: Behaviour) =>
      ({ ...(behaviour as object), afterMs: 500 }) as Behaviour;
    api.outside.behave({
      ipinfo: () => slow(ipinfoSays('FR')),
      vpnapi: () => slow(vpnapiSays({ vpn: true })),
    });
    const { data, ms } = await api.ask(app, freshAddress());
    expect(data).toMatchObject({ reason: 'country', caller: { country: 'FR', vpn: true } });
    expect(ms, 'together, not one after the other').toBeLessThan(950);
  });

  it('is not asked any more when the key is removed', async () => {
    await useVpnapi();
    api.outside.behave({ vpnapi: () => vpnapiSays({ vpn: true }) });
    const [from, all] = [freshAddress(), await everywhere()];
    const first = await api.ask(all, from);
    expect(first.data.reason).toBe('vpn');
    await api.configure({ VPNAPIKey: '' });
    const second = await api.ask(all, from, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([second.status, second.data.reason, second.data.caller?.vpn]).toEqual([200, null, null]);
  });
});

describe('a service that does not answer', () => {
  const outcome = (name: string) =>
    api.metric(`adwarden_caller_lookups_total{service="ipinfo",outcome="${name}"}`);

  it('keeps a phone waiting for 800 ms, and what the other one said counts', async () => {
    await api.configure({ apiMethod: 'ipinfo', ipInfoToken: freshKey('ip') });
    await api.configure({ VPNAPIKey: freshKey('vpn') });
    api.outside.behave({ ipinfo: () => 'hangs', vpnapi: () => vpnapiSays({ tor: true }) });
    const { data, ms } = await api.ask(await api.addRuled(), freshAddress());
    expect(data).toMatchObject({ reason: 'vpn', caller: { country: null, vpn: true } });
    expect(ms).toBeGreaterThan(750);
    expect(ms).toBeLessThan(1100);
  });

  it('is heard later, for the next phone', async () => {
    await useIpinfo();
    const late = { ...(ipinfoSays('FR') as object), afterMs: 1200 } as Behaviour;
    api.outside.behave({ ipinfo: () => late });
    const from = freshAddress();
    const lates = await outcome('late');
    expect((await api.ask(app, from)).data.caller?.country).toBeNull();
    expect(await outcome('late')).toBe(lates + 1);
    await expect.poll(async () => (await api.ask(app, from)).data.caller?.country).toBe('FR');
    expect(api.outside.askedAbout(from)).toHaveLength(1);
  });

  it('is not asked for a while after five failures, and again with another key', async () => {
    await useIpinfo();
    api.outside.behave({ ipinfo: () => ({ status: 429, body: 'Too Many Requests' }) });
    for (let time = 0; time < 5; time += 1) await api.ask(app, freshAddress());
    const [asked, skipped] = [api.outside.asked.length, await outcome('skipped')];
    api.outside.behave();
    for (let time = 0; time < 10; time += 1) {
      const { data, ms } = await api.ask(app, freshAddress());
      expect(data).toMatchObject({ adsStatus: 'on', caller: { country: null } });
      expect(ms).toBeLessThan(500);
    }
    expect(api.outside.asked.length).toBe(asked);
    expect(await outcome('skipped')).toBe(skipped + 10);
    expect(lines.join('')).toContain('"reason":"HTTP 429"');
    await useIpinfo();
    expect((await api.ask(app, freshAddress())).data.caller?.country).toBe('US');
  });

  it('is not asked too much at once', async () => {
    await useIpinfo();
    api.outside.behave({ ipinfo: () => 'hangs' });
    const { waiting } = api.outside;
    const asked = api.outside.asked.length;
    waiting.most = 0;
    const all = await Promise.all(Array.from({ length: 200 }, () => api.ask(app, freshAddress())));
    expect(all.every(({ data }) => data.adsStatus === 'on')).toBe(true);
    // A hundred ask at once. It takes a moment until the server notices that some were given up.
    expect(waiting.most).toBeLessThan(130);
    expect(api.outside.asked.length - asked).toBeGreaterThan(50);
  });
});

it('no key of a service is in the log', () => {
  expect(lines.join('').length).toBeGreaterThan(1000);
  expect(lines.filter((line) => line.includes('-secret-'))).toEqual([]);
});
