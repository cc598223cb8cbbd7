import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AdsServer,
  bothWays,
  oldToken,
  openAdsServer,
  token,
} from '../../../test/servers/ads-server.ts';
import type { AdsApp } from '../answers/ads.answer.ts';

/* Cases that need another clock, a fault or a raw socket; the endpoint as a whole is in ads.test.ts. */

describe.each(bothWays)('$way', ({ withLane }) => {
  let ads: AdsServer;
  beforeEach(async () => {
    ads = await openAdsServer({ withLane });
  });
  afterEach(() => ads.close());

  it('is asked on this way', async () => {
    ads.load();
    expect((await ads.ask()).status).toBe(200);
    expect((await ads.ask(token, { method: 'HEAD' })).status).toBe(200);
    expect((await ads.ask('wrong')).status).toBe(401);
    expect(ads.overHttp()).toBe(withLane ? 0 : 3);
  });

  it('is 503 with Retry-After and not 401 while nothing is loaded', async () => {
    for (const authToken of [token, 'wrong']) {
      const answer = await ads.ask(authToken);
      expect(answer.status, await answer.clone().text()).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toMatchObject({ status: 'error', success: false });
    }
    expect((await fetch(ads.base)).status).toBe(400);
    ads.load();
    expect((await ads.ask()).status).toBe(200);
    expect((await ads.ask('wrong')).status).toBe(401);
  });

  it('sends the bytes that were made, and their length', async () => {
    ads.load();
    const answer = await ads.ask();
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(JSON.parse(bytes.toString()).data).toMatchObject({
      appName: 'Tide ✨ Clock',
      country: ['US', 'TD'],
      reward3: 'unit/3',
      updatedAt: '1970-01-01T00:00:02.000Z',
    });
  });

  it('ends an old token at its time, and counts its use', async () => {
    ads.load();
    expect((await ads.ask(oldToken)).status).toBe(200);
    ads.setTime(9_999);
    expect((await ads.ask(oldToken)).status).toBe(200);
    expect(ads.counters.oldTokens).toBe(2);
    ads.setTime(10_000);
    expect((await ads.ask(oldToken)).status).toBe(401);
    expect((await ads.ask(token)).status).toBe(200);
    expect(ads.counters.oldTokens).toBe(2);
  });

  it('before the time is known, an old token that has ended by this clock is to be tried again', async () => {
    ads.load();
    Object.assign(ads.time, { isKnown: false, ends: () => 0 });
    expect((await ads.ask(oldToken)).status).toBe(200);
    ads.setTime(20_000);
    const answer = await ads.ask(oldToken);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await ads.ask('x'.repeat(32))).status).toBe(401);
    expect((await ads.ask(token)).status).toBe(200);
    ads.pause({ until: 6_000 });
    const { data } = (await (await ads.ask()).json()) as { data: { reason: string } };
    expect(data.reason).toBe('paused');
  });

  it('gives an answer another entity tag exactly when it is another answer', async () => {
    const tagOf = async (over: Partial<AdsApp>) => {
      ads.load(over);
      return (await ads.ask()).headers.get('etag');
    };
    const tag = await tagOf({});
    expect(await tagOf({ oldTokens: [] })).toBe(tag);
    expect(await tagOf({ configuration: { countryCodes: 'US', createdAt: 2_000 } })).not.toBe(tag);
  });

  it('keeps the connection through a body, HEAD, 304, refusals and pipelined requests', async () => {
    ads.load();
    const line = (method: string, query: string, more = '') =>
      `${method} /api/getAds${query} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const heard = await ads.raw(
      line('GET', ads.question(), 'Content-Length: 5\r\n') +
        'hello' +
        line('HEAD', ads.question()) +
        line('HEAD', '?') +
        line('GET', ads.question(), 'If-None-Match: *\r\n') +
        line('POST', '', 'Transfer-Encoding: chunked\r\n') +
        '3\r\nabc\r\n0\r\n\r\n' +
        line('OPTIONS', '') +
        line('GET', ads.question('wrong')) +
        line('GET', ads.question(), 'Connection: close\r\n'),
    );
    const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '200', '400', '304', '405', '204', '401', '200']);
    expect(heard.match(/"appName"/g)).toHaveLength(2);
    expect(ads.counters.outcomes).toEqual({
      ok: 3,
      notModified: 1,
      preflight: 1,
      badRequest: 1,
      unauthorized: 1,
      methodNotAllowed: 1,
      preconditionFailed: 0,
      notReady: 0,
      failed: 0,
    });
  });

  it('lives through addresses that are far too long', async () => {
    ads.load();
    const heard = await ads.raw(
      `GET /api/getAds?appID=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(heard).toMatch(/^(HTTP\/1\.1 431 |$)/);
    expect((await fetch(`${ads.base}?appID=${'%61'.repeat(3_000)}`)).status).toBe(400);
    expect((await ads.ask()).status).toBe(200);
  });

  it('a fault inside is a 500 with the id that is in the log, without token, and nothing else falls', async () => {
    ads.load();
    const { get } = ads.snapshot;
    ads.snapshot.get = () => {
      throw new Error('a fault');
    };
    const answer = await ads.ask();
    expect(answer.status, await answer.clone().text()).toBe(500);
    const { id } = (await answer.json()) as { id: string };
    const [[line]] = ads.logged.mock.calls as [[string]];
    expect(line).toContain(id);
    expect(line).not.toContain(token);
    expect(ads.counters.outcomes.failed).toBe(1);
    ads.snapshot.get = get;
    expect((await ads.ask()).status).toBe(200);
  });
});
