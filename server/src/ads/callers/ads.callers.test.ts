import { adUnitSlots } from '@adwarden/contract/ad-units';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CallerServer,
  freshAddress,
  openCallerServer,
} from '../../../test/servers/caller-server.ts';
import { createLogger } from '../../kit/logger.ts';

/* IP rules over a socket, with the bundled database and without any service (ADR 30 "Caller"). */

const american = '8.8.8.8';
const dutch = '193.0.6.139';
const dutchToo = '2001:67c:2e8:22::c100:68b';

let api: CallerServer;
beforeAll(async () => {
  api = await openCallerServer();
});
afterAll(() => api.close());

describe('an app with IP rules and a list of countries', () => {
  it('shows its ads in those countries', async () => {
    const app = await api.addRuled('US,Germany');
    const { data } = await api.ask(app, american);
    expect(data).toMatchObject({
      adsStatus: 'on',
      reason: null,
      googleNative1: expect.any(String),
    });
    expect(data.caller).toEqual({ country: 'US', vpn: null });
    expect(data.googleNative1).not.toBe('');
  });

  it('shows none elsewhere, and says why', async () => {
    const app = await api.addRuled('US,Germany', { appName: 'Ünï "✨" ,"adsStatus":"on"' });
    for (const from of [dutch, dutchToo]) {
      const { data } = await api.ask(app, from);
      expect(data).toMatchObject({ adsStatus: 'off', reason: 'country', country: ['US', 'DE'] });
      expect(data.caller).toEqual({ country: 'NL', vpn: null });
      expect(data.appName).toBe('Ünï "✨" ,"adsStatus":"on"');
      expect(adUnitSlots.filter(({ name }) => data[name] !== '')).toEqual([]);
    }
  });

  it.each([
    ['10.1.2.3'],
    ['::1'],
    ['fe80::1%eth0'],
    ['203.0.113.7'],
    ['unknown'],
    ['8.8.8.8.8'],
    ['8.8.8.8, nonsense'],
    [''],
    ['x'.repeat(5000)],
  ])('shows them to a caller whose country is unknown: %j', async (from) => {
    const app = await api.addRuled('DE');
    const { data } = await api.ask(app, from);
    expect(data).toMatchObject({ adsStatus: 'on', reason: null });
    expect(data.caller).toEqual({ country: null, vpn: null });
  });

  it.each([
    ['::ffff:8.8.8.8'],
    ['8.8.8.8:51234'],
    ['1.1.1.1, 8.8.8.8'],
    ['[2001:4860:4860::8888]:443'],
    ['2001:4860:4860::8888'],
  ])('knows the country of %j', async (from) => {
    const { data } = await api.ask(await api.addRuled('US'), from);
    expect(data.caller?.country).toBe('US');
  });

  it('without a list shows them everywhere', async () => {
    const { data } = await api.ask(await api.addRuled(), dutch);
    expect(data).toMatchObject({ adsStatus: 'on', caller: { country: 'NL', vpn: null } });
  });
});

it('an app without IP rules has no caller, wherever that is', async () => {
  const app = await api.addRuled('DE', { ipAddress: 'off' });
  const [one, other] = [await api.ask(app, american), await api.ask(app, dutch)];
  expect(one.data).toMatchObject({ adsStatus: 'on', caller: null, ipAddress: 'off' });
  expect(other.text).toBe(one.text);
  expect(one.headers.get('cache-control')).toMatch(/^public, /);
});

it('rules follow every change of the app at once', async () => {
  const app = await api.addRuled('DE');
  const reason = async () => (await api.ask(app, american)).data.reason;
  expect(await reason()).toBe('country');
  const { admin: as } = api;
  const id = app.appID;
  await api.call('updateConfigureApp', { as, id, body: { country: 'DE,US' } });
  expect(await reason()).toBeNull();
  await api.call('updateConfigureApp', { as, id, body: { country: 'FR' } });
  expect(await reason()).toBe('country');
  await api.update(id, { ipAddress: 'off' });
  expect((await api.ask(app, american)).data).toMatchObject({ reason: null, caller: null });
  await api.update(id, { ipAddress: 'on', adsStatus: 'off' });
  expect(await reason()).toBe('ads-off');
  await api.update(id, { appStatus: 'suspend' });
  expect(await reason()).toBe('suspended');
  expect((await api.ask(app, american)).data.caller).toEqual({ country: 'US', vpn: null });
});

describe('caching', () => {
  it('is for one caller, on 200 and 304, and the tag has the caller in it', async () => {
    const app = await api.addRuled('US');
    const first = await api.ask(app, american);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w.-]+"$/);
    const cacheControl = 'private, max-age=30, stale-while-revalidate=30, stale-if-error=86400';
    expect(first.headers.get('cache-control')).toBe(cacheControl);
    expect(first.headers.get('content-length')).toBe(String(Buffer.byteLength(first.text)));

    const again = { headers: { 'if-none-match': `"other", W/${etag}` } };
    const held = await api.ask(app, american, again);
    expect([held.status, held.text]).toEqual([304, '']);
    expect(held.headers.get('etag')).toBe(etag);
    expect(held.headers.get('cache-control')).toBe(cacheControl);

    const travelled = await api.ask(app, dutch, again);
    expect([travelled.status, travelled.data.reason]).toEqual([200, 'country']);
    const unknown = await api.ask(app, '10.0.0.1', again);
    const tags = [travelled, unknown].map(({ headers }) => headers.get('etag'));
    expect(new Set([etag, ...tags]).size).toBe(3);
  });

  it('HEAD is GET without its body', async () => {
    const app = await api.addRuled('US');
    const [get, head] = [await api.ask(app, dutch), await api.ask(app, dutch, { method: 'HEAD' })];
    expect(head.text).toBe('');
    for (const name of ['etag', 'content-length', 'cache-control']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });
});

it('counts what is known of callers, and in the usage by country', async () => {
  const line = (country: string) =>
    `adwarden_ads_callers_total{country="${country}",vpn="unknown"}`;
  const app = await api.addRuled('US');
  const before = [await api.metric(line('US')), await api.metric(line('unknown'))];
  await api.ask(app, american);
  await api.ask(app, american);
  await api.ask(app, '10.0.0.1');
  const after = [await api.metric(line('US')), await api.metric(line('unknown'))];
  expect(after).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1]);
  expect(api.outside.asked).toEqual([]);
});

describe('the office and the ads read one address out of', () => {
  const lines: string[] = [];
  let both: CallerServer;
  beforeAll(async () => {
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    both = await openCallerServer(
      { TRUST_PROXY: '127.0.0.1,10.0.0.0/8,2001:db8::/32' },
      { logger },
    );
  });
  afterAll(() => both.close());

  it.each([
    ['8.8.8.8:51234', '8.8.8.8', 'US'],
    ['1.1.1.1, 8.8.8.8:1, 10.1.2.3:443', '8.8.8.8', 'US'],
    [`${dutchToo}, [2001:db8::7]:443`, dutchToo, 'NL'],
    [`[${dutchToo}]:5000, "10.1.2.3:_http"`, dutchToo, 'NL'],
    ['193.0.6.139, unknown', 'unknown', null],
    ['193.0.6.139, _hidden, 10.1.2.3:80', 'unknown', null],
  ])('%s', async (forwardedFor, address, country) => {
    const app = await both.addRuled('US');
    const { data } = await both.ask(app, forwardedFor);
    expect(data.caller?.country ?? null).toBe(country);
    expect(data.reason).toBe(country === 'NL' ? 'country' : null);
    lines.length = 0;
    const headers = { 'x-forwarded-for': forwardedFor };
    const body = { id: app.appID, appName: 'Again' };
    await both.call('updateApp', { as: both.admin, id: app.appID, body, headers });
    expect(lines.map((line) => JSON.parse(line).req?.address).filter(Boolean)).toEqual([address]);
    const { body: log } = await both.call('getChanges', { as: both.admin });
    expect(log.data[0].actor.address).toBe(address);
  });

  it('Forwarded, when there is no X-Forwarded-For', async () => {
    const app = await both.addRuled('US');
    const headers = { forwarded: 'for=8.8.8.8, for="193.0.6.139:80";proto=https, for=10.0.0.1' };
    const { data } = await both.ask(app, undefined, { headers });
    expect(data).toMatchObject({ reason: 'country', caller: { country: 'NL' } });
  });
});

describe.each([[''], ['192.0.2.1']])('with TRUST_PROXY=%s', (TRUST_PROXY) => {
  it('the X-Forwarded-For of another address is ignored, and one warning says so', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => void lines.push(line) });
    const careful = await openCallerServer({ TRUST_PROXY }, { logger });
    const warnings = () => lines.filter((line) => line.includes('TRUST_PROXY'));
    try {
      const app = await careful.addRuled('DE');
      expect((await careful.ask(app)).data.caller).toEqual({ country: null, vpn: null });
      expect(warnings()).toEqual([]);
      for (let time = 0; time < 3; time += 1) {
        const { data } = await careful.ask(app, american);
        expect(data).toMatchObject({ reason: null, caller: { country: null, vpn: null } });
      }
      await careful.call('getCategory', { headers: { 'x-forwarded-for': american } });
      expect(warnings()).toHaveLength(1);
      expect(warnings()[0]).toContain('"address":"127.0.0.1"');
    } finally {
      await careful.close();
    }
  });
});

describe('the country header', () => {
  it('is believed from a trusted proxy, when it is the way', async () => {
    const app = await api.addRuled('DE');
    const saying = (country: string) => ({ headers: { 'cf-ipcountry': country } });
    expect((await api.ask(app, american, saying('DE'))).data.reason).toBe('country');
    await api.configure({ apiMethod: 'header' });
    try {
      const country = async (said: string) =>
        (await api.ask(app, american, saying(said))).data.caller?.country;
      expect(await country('DE')).toBe('DE');
      expect(await country('FR')).toBe('FR');
      expect(await country('fr')).toBe('FR');
      expect(await country('dE')).toBe('DE');
      for (const said of ['XX', 'xx', 'T2', 'DE, FR', 'Germany', '', 'x'.repeat(3000)]) {
        expect(await country(said), said).toBeNull();
      }
      expect((await api.ask(app, american)).data.caller?.country).toBeNull();
      // Tor has no country, and is blocked where a VPN is.
      const unlisted = await api.addRuled('');
      for (const tor of [saying('T1'), saying('t1')]) {
        for (const one of [app, unlisted]) {
          const { caller, reason } = (await api.ask(one, american, tor)).data;
          expect({ caller, reason }).toEqual({
            caller: { country: null, vpn: true },
            reason: 'vpn',
          });
        }
      }
    } finally {
      await api.configure({ apiMethod: '' });
    }
    expect((await api.ask(app, american, saying('DE'))).data.reason).toBe('country');
  });

  it('is nothing from anybody else, and may have another name', async () => {
    const careful = await openCallerServer({
      COUNTRY_HEADER: 'X-Country',
      TRUST_PROXY: '192.0.2.1',
    });
    const proxied = await openCallerServer({
      COUNTRY_HEADER: 'X-Country',
      TRUST_PROXY: '127.0.0.1',
    });
    try {
      for (const one of [careful, proxied]) {
        await one.configure({ apiMethod: 'header' });
        const app = await one.addRuled('DE');
        const headers = { 'x-country': 'FR', 'cf-ipcountry': 'DE' };
        const { data } = await one.ask(app, freshAddress(), { headers });
        expect(data.caller?.country).toBe(one === proxied ? 'FR' : null);
      }
    } finally {
      await careful.close();
      await proxied.close();
    }
  });
});
