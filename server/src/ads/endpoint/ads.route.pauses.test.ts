import { adUnitSlots } from '@adwarden/contract/ad-units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AdsServer, bothWays, openAdsServer } from '../../../test/servers/ads-server.ts';
import { callerPart } from '../callers/caller.part.ts';

/* The answers to phones while a pause covers their app. The app belongs to Harbour (the account) and has an owner. */

describe.each(bothWays)('$way', ({ withLane }) => {
  let ads: AdsServer;
  beforeEach(async () => {
    ads = await openAdsServer({ withLane });
    ads.load();
  });
  afterEach(() => ads.close());

  const ipRules = { ipAddress: 'on' };

  async function ask(headers: Record<string, string> = {}) {
    const answer = await ads.ask(undefined, { headers });
    const text = await answer.text();
    return {
      status: answer.status,
      tag: answer.headers.get('etag') ?? '',
      cacheControl: answer.headers.get('cache-control'),
      data: text ? JSON.parse(text).data : null,
    };
  }

  const emptyUnits = Object.fromEntries(adUnitSlots.map(({ name }) => [name, '']));

  describe.each([
    ['the same for every caller', {}],
    ['with IP rules', ipRules],
    ['suspended already', { appStatus: 'suspend' }],
    ['with ads off already, and IP rules', { adsStatus: 'off', ...ipRules }],
    ['with names like JSON', { appName: '","adsStatus":"on","reason":null,"', category: ',"' }],
  ])('an app %s', (_, over) => {
    it('gets no ad unit while it is paused, and exactly what it got before afterwards', async () => {
      ads.load(over);
      const before = await ask();
      ads.pause({});
      const paused = await ask();
      expect(paused.status).toBe(200);
      expect(paused.data).toEqual({
        ...before.data,
        ...emptyUnits,
        adsStatus: 'off',
        reason: 'paused',
      });
      expect(paused.tag, 'another answer has another tag').not.toBe(before.tag);
      ads.pause();
      expect(await ask()).toEqual(before);
    });
  });

  describe.each([
    ['everything', {}, true],
    ['its account', { scope: 'account', key: 'harbour' }, true],
    ['another account', { scope: 'account', key: 'harbour two' }, false],
    ['no account', { scope: 'account', key: '' }, false],
    ['its owner', { scope: 'owner', key: 'owner-of-the-app' }, true],
    ['another owner', { scope: 'owner', key: 'somebody-else' }, false],
    ['itself', { scope: 'app', key: 'abcdefghijklmnop' }, true],
    ['another app', { scope: 'app', key: 'ponmlkjihgfedcba' }, false],
  ] as const)('a pause of %s', (_, pause, covers) => {
    it.each([{}, ipRules])(`covers the app %j: ${covers}`, async (over) => {
      ads.load(over);
      ads.pause({ scope: 'app', key: 'aaaaaaaaaaaaaaaa' }, pause);
      expect((await ask()).data.reason).toBe(covers ? 'paused' : null);
    });
  });

  describe('the end of a pause', () => {
    it.each([{}, ipRules])('is judged when a phone asks, of the app %j', async (over) => {
      ads.load(over);
      ads.pause({ until: 8_000 }, { scope: 'app', key: 'abcdefghijklmnop', until: 9_000 });
      ads.setTime(8_999);
      expect((await ask()).data.reason).toBe('paused');
      ads.setTime(9_000);
      expect((await ask()).data.reason).toBe(null);
    });

    it('is the last one of all pauses that cover the app, and never without one', async () => {
      ads.pause({ until: 6_000 }, { scope: 'owner', key: 'owner-of-the-app', until: null });
      ads.setTime(1e12);
      expect((await ask()).data.reason).toBe('paused');
    });

    it.each([
      [null, 'max-age=30, stale-while-revalidate=30, stale-if-error=86400'],
      [86_436_000, 'max-age=30, stale-while-revalidate=30, stale-if-error=86400'],
      [86_435_000, 'max-age=30'],
      [90_000, 'max-age=30'],
      [45_000, 'max-age=30'],
      [17_999, 'max-age=12'],
      [5_400, 'max-age=0'],
    ])('no cache keeps the answer beyond it (%s)', async (until, rest) => {
      ads.pause({ until });
      expect((await ask()).cacheControl).toBe(`public, ${rest}`);
      ads.load(ipRules);
      expect((await ask()).cacheControl).toBe(`private, ${rest}`);
    });
  });

  describe('a client with an answer', () => {
    it.each([{}, ipRules])(
      'is told that the ads are paused, and that they are not (%j)',
      async (over) => {
        ads.load(over);
        const before = await ask();
        ads.pause({});
        const paused = await ask({ 'If-None-Match': before.tag });
        expect(paused.status).toBe(200);
        expect((await ask({ 'If-None-Match': paused.tag })).status).toBe(304);
        ads.pause();
        expect((await ask({ 'If-None-Match': paused.tag })).status).toBe(200);
        expect((await ask({ 'If-None-Match': before.tag })).status).toBe(304);
      },
    );
  });

  it('nobody outside is asked about the caller of a paused app', async () => {
    ads.load(ipRules);
    ads.pause({});
    ads.caller = callerPart(null, null);
    expect((await ask()).data.caller).toEqual({ country: null, vpn: null });
    expect(ads.mayAsk).toEqual([false]);
    ads.pause();
    await ask();
    expect(ads.mayAsk).toEqual([false, true]);
  });
});
