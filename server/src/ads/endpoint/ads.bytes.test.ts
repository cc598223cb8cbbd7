import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AdsServer,
  bothWays,
  oldToken,
  openAdsServer,
} from '../../../test/servers/ads-server.ts';
import { callerPart } from '../callers/caller.part.ts';

/* Checks every byte of every kind of answer, because caches, web views and old HTTP clients rely on them. */

describe.each(bothWays)('$way', ({ withLane }) => {
  let ads: AdsServer;
  beforeEach(async () => {
    ads = await openAdsServer({ withLane });
  });
  afterEach(() => ads.close());

  /** Sends a request and returns the received text, without the parts that differ from run to run. */
  async function heard(method: string, query: string, ...fields: string[]): Promise<string> {
    const text = await ads.raw(
      [
        `${method} /api/getAds${query} HTTP/1.1`,
        'Host: x',
        ...fields,
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    );
    return text
      .replace(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/, '\r\nDate: …\r\n')
      .replace(/"id":"[^"]+"/, '"id":"…"')
      .replaceAll('\r', '');
  }

  it('are as they were recorded', async () => {
    const all: string[] = [];
    const ask = async (...asked: Parameters<typeof heard>) => {
      all.push(`> ${asked.join(' | ')}\n${await heard(...asked)}`);
    };
    await ask('GET', ads.question());
    ads.load();
    await ask('GET', ads.question());
    await ask('HEAD', ads.question());
    await ask('GET', ads.question(oldToken));
    await ask('GET', ads.question(), 'If-None-Match: *');
    await ask('GET', ads.question(), 'If-Match: "other"');
    await ask('GET', ads.question('wrong'));
    await ask('HEAD', ads.question('wrong'));
    await ask('GET', '?appID=a&appID=b');
    await ask('HEAD', '');
    await ask('POST', '');
    await ask('OPTIONS', '');
    await ask('OPTIONS', ads.question(), 'Access-Control-Request-Headers: a, b');
    ads.pause({ until: 6_000 });
    await ask('GET', ads.question());
    ads.pause({ until: null });
    await ask('GET', ads.question(), 'If-None-Match: *');
    ads.pause();
    ads.load({ ipAddress: 'on' });
    await ask('GET', ads.question());
    ads.caller = Promise.resolve(callerPart('DE', true));
    await ask('GET', ads.question());
    await ask('HEAD', ads.question(), 'X-If-None-Match: *');
    ads.pause({ until: 6_000 });
    await ask('GET', ads.question());
    ads.load({ adsStatus: 'off' });
    await ask('GET', ads.question());
    ads.snapshot.get = () => {
      throw new Error('a fault');
    };
    await ask('GET', ads.question());
    await expect(all.join('\n\n')).toMatchFileSnapshot('ads.bytes.txt');
  });
});
