import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { vpnapiSays } from '../../../test/outside/outside-services.ts';
import { expectRefusal } from '../../../test/servers/app-server.ts';
import {
  type CallerServer,
  freshAddress,
  openCallerServer,
} from '../../../test/servers/caller-server.ts';
import { dayMs } from '../../kit/clock.ts';
import { createLookupBudgets, lookupShares } from './caller.budget.ts';

/* The limits on questions to outside services, for phones and for tests (ADR 27). */

let now = Date.UTC(2026, 10, 21, 20);

/** Opens the product with a plan of vpnapi.io that answers this many questions a day; everybody is a VPN there. */
async function openLimited(perDay: number) {
  const settings = { TRUST_PROXY: '127.0.0.1', VPN_LOOKUPS_PER_DAY: String(perDay) };
  const api = await openCallerServer(settings, { clock: () => now });
  await api.configure({ VPNAPIKey: 'a key' });
  api.outside.behave({ vpnapi: () => vpnapiSays({ vpn: true }) });
  const app = await api.addRuled('', { selectedUser: 'ada' });
  return { ...api, app };
}
type Limited = CallerServer & { app: { appID: string; authToken: string } };

let api: Limited;
const testAt = (ipAddress: string, as = api.ada) =>
  api.call('testAds', { as, id: api.app.appID, body: { ipAddress } });
/** Returns what is known of VPNs at these addresses, asked one after the other. */
async function vpnAt(addresses: string[]) {
  const found: unknown[] = [];
  for (const from of addresses) {
    const { data } = await api.ask(api.app, from);
    expect(data.adsStatus).toBe(data.caller?.vpn ? 'off' : 'on');
    found.push(data.caller?.vpn);
  }
  return found;
}
const fresh = (count: number) => Array.from({ length: count }, freshAddress);

describe('a small plan', () => {
  beforeAll(async () => {
    api = await openLimited(40);
  });
  afterAll(() => api.close());
  beforeEach(() => {
    now += dayMs;
  });

  it.each([
    ['an IPv6 /48', (host: number) => `2a00:1450:4001:${host}::${host}`, '2a00:1450:4002::1'],
    ['an IPv4 /24', (host: number) => `12.34.56.${host}`, '12.34.57.1'],
  ])('%s gets a twentieth of the day, and others go on', async (_, addressOf, other) => {
    const line = 'adwarden_caller_lookups_total{service="vpnapi",outcome="overBudget"}';
    const [asked, refused] = [api.outside.asked.length, await api.metric(line)];
    const many = [1, 2, 3, 4, 5, 6].map(addressOf);
    expect(await vpnAt(many)).toEqual([true, true, null, null, null, null]);
    expect(api.outside.asked.length - asked).toBe(2);
    expect(await api.metric(line)).toBe(refused + 4);
    expect(await vpnAt([addressOf(1), other])).toEqual([true, true]);
    now += dayMs;
    expect(await vpnAt([addressOf(3)])).toEqual([true]);
  });

  it('tests get a tenth of the day, one account half of that, and phones keep their share', async () => {
    const statuses = [];
    for (const as of [api.ada, api.ada, api.ada, api.admin, api.admin, api.admin]) {
      statuses.push((await testAt(freshAddress(), as)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
    const refused = await testAt(freshAddress());
    expectRefusal(refused, 429);
    expect(refused.body.message).toMatch(/^No more tests of new IP addresses today/);
    expect(Number(refused.headers['retry-after'])).toBe((dayMs - (now % dayMs)) / 1000);

    const asked = api.outside.asked.length;
    const found = await vpnAt(fresh(40));
    expect(found.filter((vpn) => vpn === true)).toHaveLength(36);
    expect(found.slice(36)).toEqual([null, null, null, null]);
    expect(api.outside.asked.length - asked).toBe(36);
    now += dayMs;
    expect((await testAt(freshAddress())).status).toBe(200);
    expect(await vpnAt(fresh(1))).toEqual([true]);
  });

  it('tests keep their share when phones have used up theirs', async () => {
    expect((await vpnAt(fresh(37))).at(-1)).toBeNull();
    const { body } = await testAt(freshAddress());
    expect(body.data.ads).toMatchObject({ reason: 'vpn', caller: { vpn: true } });
  });
});

describe('tests of one account', () => {
  beforeAll(async () => {
    api = await openLimited(1000);
  });
  afterAll(() => api.close());

  it('ask outside ten times a minute, in however many sessions', async () => {
    const again = await api.signInUser('ada', api.ownersPassword);
    const addresses = fresh(10);
    for (const [index, address] of addresses.entries()) {
      const answer = await testAt(address, index % 2 ? again : api.ada);
      expect(answer.status, answer.text).toBe(200);
      now += 1000;
    }
    const asked = api.outside.asked.length;
    for (const as of [api.ada, again]) {
      const refused = await testAt(freshAddress(), as);
      expectRefusal(refused, 429);
      expect(refused.headers['retry-after']).toBe('50');
      expect(refused.body.message).toBe('Too many tests by IP address; try again in 50 s');
    }
    expect(api.outside.asked.length).toBe(asked);

    // Tests that ask no outside service are free, and other people are not limited.
    expect((await testAt(addresses[0] ?? '')).status).toBe(200);
    expect((await testAt('10.0.0.1')).status).toBe(200);
    const described = { as: api.ada, id: api.app.appID, body: { country: 'US', vpn: true } };
    expect((await api.call('testAds', described)).status).toBe(200);
    expect((await testAt(freshAddress(), api.admin)).status).toBe(200);
    expect(await vpnAt(fresh(1))).toEqual([true]);

    now += 50_000;
    expect((await testAt(freshAddress())).status).toBe(200);
    expect((await testAt(freshAddress())).status).toBe(429);
  });
});

it('the office says how much of the day a process has', () => {
  const warn = vi.fn();
  const budgets = createLookupBudgets(1_000, () => now, pino({}, { write: warn }));
  const takeAll = () => {
    let taken = 0;
    for (let network = 0; budgets.vpnapi.mayTake(`${taken} ${network}`); network += 1) {
      budgets.vpnapi.take(`${taken} ${network}`);
      taken += 1;
    }
    return taken;
  };
  budgets.use(lookupShares(1_000, 9));
  expect(takeAll()).toBe(100);
  expect(warn).toHaveBeenCalledOnce();
  budgets.use(lookupShares(1_000, 3));
  expect(takeAll()).toBe(200);
  budgets.use(lookupShares(1_000, 900));
  expect(budgets.vpnapi.mayTake('another')).toBe(false);
  expect(budgets.ipinfo.mayTake('another')).toBe(true);
});
