import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AdsServer,
  bothWays,
  oldToken,
  openAdsServer,
  token,
} from '../../../test/servers/ads-server.ts';
import { type CallerPart, callerPart } from '../callers/caller.part.ts';

/* An app with IP rules, with callers that come late or fail; the rules themselves are in ads.callers.test.ts. */

describe.each(bothWays)('$way', ({ withLane }) => {
  let ads: AdsServer;
  beforeEach(async () => {
    ads = await openAdsServer({ withLane });
  });
  afterEach(() => ads.close());

  it('is private for an app with IP rules, on 200 and on 304', async () => {
    ads.load({ ipAddress: 'on' });
    const cacheControl = 'private, max-age=30, stale-while-revalidate=30, stale-if-error=86400';
    const answer = await ads.ask();
    expect(answer.headers.get('cache-control')).toBe(cacheControl);
    const held = await ads.ask(token, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    });
    expect(held.status, await held.clone().text()).toBe(304);
    expect(held.headers.get('cache-control')).toBe(cacheControl);
  });

  it('looks up the caller only for an app with IP rules, and waits for the result', async () => {
    ads.load();
    await ads.ask();
    expect(ads.asked.count).toBe(0);
    ads.load({ ipAddress: 'on' });
    ads.caller = new Promise((resolve) => setTimeout(resolve, 30, callerPart('FR', true)));
    const answer = await ads.ask();
    expect(JSON.parse(await answer.text()).data).toMatchObject({
      reason: 'country',
      caller: { country: 'FR', vpn: true },
    });
    expect([ads.asked.count, ads.counters.outcomes.ok]).toEqual([1, 2]);
  });

  it('counts why the ads were off for a caller', async () => {
    const counted = () =>
      ads.usage
        .cut()
        ?.first(10)
        .map(([, ...sum]) => sum);
    ads.load({ ipAddress: 'on' });
    const callers = [callerPart('FR', null), callerPart('US', true), callerPart('US', false)];
    for (const caller of [...callers, callerPart(null, null)]) {
      ads.caller = caller;
      await ads.ask(oldToken);
    }
    const ending = oldToken.slice(-4);
    expect(counted()?.sort()).toEqual([
      ['', 'on', 1, 0, ending],
      ['FR', 'country', 1, 0, ending],
      ['US', 'on', 1, 0, ending],
      ['US', 'vpn', 1, 0, ending],
    ]);
    ads.load({ ipAddress: 'on', appStatus: 'suspend' });
    ads.caller = callerPart('FR', true);
    await ads.ask();
    ads.pause({});
    await ads.ask();
    expect(counted()?.sort()).toEqual([
      ['FR', 'paused', 1, 0, '=TTTT'],
      ['FR', 'suspended', 1, 0, '=TTTT'],
    ]);
  });

  it('answers in the order of the requests while one of them waits, and survives a client that leaves', async () => {
    ads.load({ ipAddress: 'on' });
    let find: (caller: CallerPart) => void = () => {};
    ads.caller = new Promise((resolve) => {
      find = resolve;
    });
    const line = `GET /api/getAds${ads.question()} HTTP/1.1\r\nHost: x\r\n`;
    const heard = ads.raw(
      `${line}\r\nGET /api/getAds? HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const leaving = connect(ads.port, '127.0.0.1', () => {
      leaving.write(`${line}\r\n`);
      setTimeout(() => leaving.destroy(), 20);
    });
    setTimeout(() => find(callerPart('US', false)), 60);
    const statuses = [...(await heard).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '400']);
    expect((await ads.ask()).status).toBe(200);
    expect(ads.counters.outcomes.failed).toBe(0);
  });

  it('a fault while looking up the caller is a 500', async () => {
    ads.load({ ipAddress: 'on' });
    const later = new Promise<never>((_, reject) => setTimeout(reject, 10, new Error('a fault')));
    // On a busy machine the promise fails before the question has come, while nobody waits for it.
    later.catch(() => {});
    ads.caller = later;
    expect((await ads.ask()).status).toBe(500);
    expect(ads.counters.outcomes.failed).toBe(1);
  });
});
