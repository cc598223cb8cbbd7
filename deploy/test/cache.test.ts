import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { ask } from './ask.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { startTwoNodes, type TwoNodes } from './two-nodes.ts';

/** ADS_MAX_AGE of the nodes, in seconds. An answer is fresh for this time, and as long again while nginx fetches it. */
const maxAge = 2;
const untilOld = () => pause(2 * maxAge * 1000 + 1_200);

describe.skipIf(!findNginx()).each(['on', 'off'])(
  'the cache in front, with ADS_LANE=%s',
  (lane) => {
    let two: TwoNodes;
    let nginx: Nginx;
    let backOffice: BackOffice;
    const get = (path: string, headers: Record<string, string> = {}) =>
      ask(nginx.port, path, { headers });

    beforeAll(async () => {
      const settings = { ADS_MAX_AGE: String(maxAge), ADS_LANE: lane };
      two = await startTwoNodes({ shared: 0, perCaller: 0 }, settings);
      // One node, because two databases would not share the change.
      nginx = await startNginx({ nodes: [two.nodes[0].port] });
      backOffice = await openBackOffice(nginx.port);
    });
    afterAll(async () => {
      await nginx?.stop();
      await two?.stop();
    });

    test('a public answer is cached, with the headers of the node', async () => {
      const { path } = await backOffice.addApp();
      const direct = await ask(two.nodes[0].port, path);
      const [first, second] = [await get(path), await get(path)];
      expect([first.cache, second.cache]).toEqual(['MISS', 'HIT']);
      for (const answer of [first, second]) {
        expect(answer.text).toBe(direct.text);
        const names = ['etag', 'cache-control', 'content-type', 'access-control-allow-origin'];
        for (const name of names) expect(answer.headers[name], name).toBe(direct.headers[name]);
        expect(answer.headers).not.toHaveProperty('set-cookie');
        expect(answer.headers).not.toHaveProperty('content-encoding');
      }
    });

    test('both orders of the parameters, and any further ones, are one cached answer', async () => {
      const { path, appID } = await backOffice.addApp();
      const [, authToken] = /authToken=(\w+)/.exec(path) ?? [];
      await get(path);
      const turned = `/api/getAds?authToken=${authToken}&appID=${appID}`;
      for (const same of [turned, `${path}&_=1795532128620`, `${turned}&v=1&flag&w=a%26b`]) {
        expect((await get(same)).cache, same).toBe('HIT');
      }
    });

    test('other spellings are answered, but not cached', async () => {
      const { path, appID } = await backOffice.addApp();
      const { appID: otherID } = await backOffice.addApp();
      const [, authToken] = /authToken=(\w+)/.exec(path) ?? [];
      const [tokenOnly, named] = [
        `authToken=${authToken}`,
        `appID=${appID}&authToken=${authToken}`,
      ];
      const answered: [string, number][] = [
        [`%61ppID=${appID}&${tokenOnly}`, 200],
        [`${named}&app%49D=${otherID}`, 400],
        [`${named}&appID=${otherID}`, 400],
        [`appid=${otherID}&${named}`, 200],
      ];
      for (const [query, status] of answered) {
        for (let again = 0; again < 2; again += 1) {
          const answer = await get(`/api/getAds?${query}`);
          expect(answer.status, query).toBe(status);
          if (status === 200) expect(JSON.parse(answer.text).data.appID, query).toBe(appID);
          expect(answer.cache, query).not.toBe('HIT');
        }
      }
    });

    test('HEAD and GET do not get each other’s cached answers', async () => {
      const { path } = await backOffice.addApp();
      const head = () => ask(nginx.port, path, { method: 'HEAD' });
      for (const answer of [await head(), await head()]) {
        expect(answer.status).toBe(200);
        expect(answer.text).toBe('');
      }
      const whole = await get(path);
      expect(whole.text).toContain('"status":"success"');
      expect((await head()).headers['content-length']).toBe(String(Buffer.byteLength(whole.text)));
    });

    test('If-None-Match gets 304 with and without a cached answer, and no empty answer is cached', async () => {
      const { path } = await backOffice.addApp();
      const { etag = '' } = (await ask(two.nodes[0].port, path)).headers;
      const ifNew = () => get(path, { 'if-none-match': `"other", W/${etag}` });
      const first = await ifNew();
      expect(first.cache).toBe('MISS');
      // nginx answers when it has the head; it caches the body a moment later.
      await expect.poll(async () => (await ifNew()).cache).toBe('HIT');
      for (const answer of [first, await ifNew()]) {
        expect([answer.status, answer.text]).toEqual([304, '']);
        expect(answer.headers).toMatchObject({ etag, 'access-control-allow-origin': '*' });
        expect(answer.headers['cache-control']).toContain('public');
      }
      expect(await get(path)).toMatchObject({ status: 200, cache: 'HIT' });
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    });

    test('an expired answer stays in the cache when the node answers 304', async () => {
      const { path } = await backOffice.addApp();
      const first = await get(path);
      await untilOld();
      const [revalidated, kept] = [await get(path), await get(path)];
      expect([revalidated.cache, kept.cache]).toEqual(['REVALIDATED', 'HIT']);
      expect([revalidated.text, kept.text]).toEqual([first.text, first.text]);
    });

    test('an answer that has just expired is served once more while a new one is fetched', async () => {
      const { path } = await backOffice.addApp();
      await get(path);
      await pause((maxAge + 1) * 1000 + 300); // nginx counts whole seconds
      expect((await get(path)).cache).toBe('STALE');
      await expect.poll(async () => (await get(path)).cache).toBe('HIT');
    });

    test('an answer that expired long ago is never served while a node runs', async () => {
      const { path, appID } = await backOffice.addApp();
      await get(path);
      await backOffice.call('updateApp', { id: appID, body: { adsStatus: 'off' } });
      await untilOld();
      const answers = await Promise.all(Array.from({ length: 20 }, () => get(path)));
      for (const { text } of answers) expect(text).toContain('"reason":"ads-off"');
    });

    test('a revoked token is refused to everybody once its cached answer has expired', async () => {
      const { path, appID } = await backOffice.addApp();
      await get(path);
      await backOffice.call('rotateToken', { id: appID, body: { keepOldForDays: 0 } });
      await untilOld();
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => get(path)));
        expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(401));
      }
    });

    test('a private answer is never cached, and simultaneous requests do not wait for each other', async () => {
      const { path } = await backOffice.addApp({ ipAddress: 'on' });
      const began = performance.now();
      const answers = await Promise.all(Array.from({ length: 60 }, () => get(path)));
      // With a lock of the cache, most answers would take 5 s.
      expect(performance.now() - began).toBeLessThan(2_500);
      for (const { status, cache, headers } of answers) {
        expect([status, cache]).toEqual([200, 'MISS']);
        expect(headers['cache-control']).toContain('private');
      }
    });

    test('a phone that already has a private answer gets 304, too', async () => {
      const { path } = await backOffice.addApp({ ipAddress: 'on' });
      const { etag = '' } = (await get(path)).headers;
      const again = await get(path, { 'if-none-match': etag });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    });

    test('a phone’s own header X-If-None-Match does not put an empty answer into the cache', async () => {
      const { path } = await backOffice.addApp();
      const { etag = '' } = (await ask(two.nodes[0].port, path)).headers;
      expect((await get(path, { 'x-if-none-match': etag })).status).toBe(200);
      const direct = await ask(two.nodes[0].port, path, { headers: { 'x-if-none-match': etag } });
      expect(direct.status).toBe(200);
    });

    test('an app that gets IP rules leaves the cache', async () => {
      const { path, appID } = await backOffice.addApp();
      await get(path);
      await backOffice.call('updateApp', { id: appID, body: { ipAddress: 'on' } });
      await untilOld();
      for (const answer of await Promise.all(Array.from({ length: 20 }, () => get(path)))) {
        expect(answer.headers['cache-control']).toContain('private');
      }
    });

    test.each([
      ['a wrong token', '/api/getAds?appID=aaaaaaaaaaaaaaaa&authToken=wrong', 401],
      ['a missing one', '/api/getAds?appID=aaaaaaaaaaaaaaaa', 400],
      ['another path', '/api/getads?appID=a&authToken=b', 404],
    ])('%s is refused and not cached', async (_, path, status) => {
      for (const answer of [await get(path), await get(path)]) {
        expect(answer.status).toBe(status);
        expect(JSON.parse(answer.text).success).toBe(false);
        expect(answer.cache).not.toBe('HIT');
      }
    });
  },
);
