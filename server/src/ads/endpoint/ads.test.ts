import { request } from 'node:http';
import { adUnitSlots } from '@adwarden/contract/ad-units';
import { adsAnswer } from '@adwarden/contract/ads';
import { failure } from '@adwarden/contract/envelope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

/* The ads endpoint over a socket, in front of the whole product (ADR 30). */

describe.each(['on', 'off'])('with ADS_LANE=%s', (lane) => {
  let api: AppServer;
  let address: URL;
  beforeAll(async () => {
    api = await openAppServer({ ADS_LANE: lane });
    address = new URL(await api.listen());
  });
  afterAll(() => api.close());

  type Asked = { status: number; headers: Record<string, string | undefined>; text: string };

  /** Sends a request as it is written, because `fetch` would mend the URL. */
  function send(
    path: string,
    method = 'GET',
    headers: Record<string, string> = {},
  ): Promise<Asked> {
    return new Promise((resolve, reject) => {
      const question = request(
        { host: address.hostname, port: address.port, path, method, headers },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          answer.on('end', () => {
            const known = answer.headers as Asked['headers'];
            resolve({ status: answer.statusCode ?? 0, headers: known, text });
          });
        },
      );
      question.on('error', reject).end();
    });
  }

  type Made = { appID: string; authToken: string };
  const pathOf = ({ appID, authToken }: Made) =>
    `/api/getAds?appID=${appID}&authToken=${authToken}`;
  const ads = async (app: Made) => {
    const answer = await send(pathOf(app));
    expect(answer.status, answer.text).toBe(200);
    return adsAnswer.parse(JSON.parse(answer.text)).data;
  };

  describe('the answer', () => {
    it('keeps the contract, and holds neither note, owner nor token', async () => {
      const app = await api.add({ selectedUser: 'ada', note: 'a private note', reward3: 'unit/3' });
      const answer = await send(pathOf(app));
      const { data } = adsAnswer.strict().parse(JSON.parse(answer.text));
      expect(data).toMatchObject({
        appID: app.appID,
        appName: app.appName,
        appStatus: 'live',
        adsStatus: 'on',
        reason: null,
        caller: null,
        country: [],
        googleNative2: '',
        reward3: 'unit/3',
      });
      for (const secret of ['a private note', 'Ada Harbour', app.authToken]) {
        expect(answer.text).not.toContain(secret);
      }
    });

    it('is new when the answer to a write is there', async () => {
      const app = await api.add({ appName: 'Before' });
      await api.update(app.appID, { appName: 'After ✨' });
      expect((await ads(app)).appName).toBe('After ✨');
      await api.call('addConfigureApp', {
        as: api.admin,
        body: { id: app.appID, country: 'US,Chad' },
      });
      expect((await ads(app)).country).toEqual(['US', 'TD']);
      await api.call('deleteApp', { as: api.admin, id: app.appID });
      expect((await send(pathOf(app))).status).toBe(401);
    });

    it.each([
      [{ appStatus: 'live', adsStatus: 'on' }, 'on', null],
      [{ appStatus: 'in-develop', adsStatus: 'on' }, 'on', null],
      [{ appStatus: 'live', adsStatus: 'off' }, 'off', 'ads-off'],
      [{ appStatus: 'suspend', adsStatus: 'on' }, 'off', 'suspended'],
      [{ appStatus: 'suspend', adsStatus: 'off' }, 'off', 'suspended'],
    ])('of %j has the verdict %s because of %s', async (fields, adsStatus, reason) => {
      const app = await api.add(fields);
      const answer = await ads(app);
      expect(answer).toMatchObject({ adsStatus, reason, appStatus: fields.appStatus });
      const filled = adUnitSlots.filter(({ name }) => answer[name] !== '').map(({ name }) => name);
      expect(filled).toEqual(reason ? [] : ['googleNative1', 'googleBanner1']);
    });
  });

  describe('tokens', () => {
    it('the old one of a rotation goes on answering, one ended at once does not', async () => {
      const app = await api.add();
      const rotate = async (keepOldForDays: number): Promise<Made> => {
        const answer = await api.call('rotateToken', {
          as: api.admin,
          id: app.appID,
          body: { keepOldForDays },
        });
        return answer.body.data;
      };
      const second = await rotate(30);
      expect((await send(pathOf(second))).status).toBe(200);
      expect((await send(pathOf(app))).status).toBe(200);
      const third = await rotate(0);
      expect((await send(pathOf(second))).status).toBe(401);
      expect((await send(pathOf(third))).status).toBe(200);
    });

    it('an unknown app and a wrong token get the very same refusal', async () => {
      const app = await api.add();
      const refusals = await Promise.all([
        send(pathOf({ appID: 'a'.repeat(16), authToken: app.authToken })),
        send(pathOf({ appID: app.appID, authToken: 'x'.repeat(32) })),
        send(pathOf({ appID: app.appID, authToken: 'short' })),
        send(pathOf({ appID: '__proto__', authToken: 'x'.repeat(32) })),
        send(pathOf({ appID: app.appID, authToken: '%C3%A9'.repeat(32) })),
      ]);
      for (const refusal of refusals) {
        expect(refusal.status, refusal.text).toBe(401);
        expect(refusal.text).toBe(refusals[0].text);
        expect(refusal.headers['cache-control']).toBe('no-store');
        expect(failure.parse(JSON.parse(refusal.text))).not.toHaveProperty('token');
      }
    });
  });

  describe('caching', () => {
    it('200 and 304 carry the same validators', async () => {
      const app = await api.add();
      const { headers } = await send(pathOf(app));
      const etag = headers.etag ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(headers['cache-control']).toBe(
        'public, max-age=30, stale-while-revalidate=30, stale-if-error=86400',
      );
      const quoted = etag.slice(0, -1);
      // Apache changes the tag like this when it compresses: mod_deflate of both kinds, and mod_brotli.
      const compressed = [
        `${quoted}-gzip"`,
        `W/${quoted}-gzip"`,
        `"a-gzip", ${quoted}-br"`,
        `${etag}-gzip`,
      ];
      const held = [etag, `W/${etag}`, `"other", ${etag}`, '*', ` "a" ,W/${etag} `, ...compressed];
      for (const tag of held) {
        const answer = await send(pathOf(app), 'GET', { 'If-None-Match': tag });
        expect(answer.status, tag).toBe(304);
        expect(answer.text).toBe('');
        for (const name of ['etag', 'cache-control', 'access-control-allow-origin']) {
          expect(answer.headers[name], name).toBe(headers[name]);
        }
      }
      const others = ['"other-gzip"', `${quoted}-other"`, `"x${etag.slice(1, -1)}-gzip"`];
      for (const tag of ['"other"', etag.slice(1, -1), `W/"x"`, '', ...others]) {
        const answer = await send(pathOf(app), 'GET', { 'If-None-Match': tag });
        expect(answer.status, tag).toBe(200);
      }
      await api.update(app.appID, { appName: 'Another' });
      const changed = await send(pathOf(app), 'GET', { 'If-None-Match': etag });
      expect(changed.status, changed.text).toBe(200);
    });

    it('an app with IP rules is for one caller only', async () => {
      const app = await api.add({ ipAddress: 'on' });
      const { headers } = await send(pathOf(app));
      expect(headers['cache-control']).toMatch(/^private, max-age=30/);
    });
  });

  describe('methods and origins', () => {
    it('HEAD is GET without its body', async () => {
      const app = await api.add();
      const [get, head] = [await send(pathOf(app)), await send(pathOf(app), 'HEAD')];
      expect(head.text).toBe('');
      expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    });

    it('OPTIONS opens it to every origin, with revalidation', async () => {
      const { status, headers, text } = await send('/api/getAds', 'OPTIONS');
      expect(status, text).toBe(204);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-headers']).toBe('If-None-Match');
      expect(headers.vary).toBe('Access-Control-Request-Headers');
    });

    it.each([
      'traceparent, tracestate,baggage',
      'authorization',
      'x-datadog-origin,\tif-none-match',
      'a'.repeat(1024),
    ])('OPTIONS allows the headers that a web view names: %s', async (names) => {
      const { status, headers } = await send('/api/getAds', 'OPTIONS', {
        'Access-Control-Request-Headers': names,
      });
      expect(status).toBe(204);
      expect(headers['access-control-allow-headers']).toBe(names);
      expect(headers.vary).toBe('Access-Control-Request-Headers');
    });

    it.each(['a'.repeat(1025), '', ',', 'a b', 'a, <script>', 'a: b', 'a,\u00e9'])(
      'OPTIONS does not send back what names no headers: %s',
      async (names) => {
        const { status, headers } = await send('/api/getAds', 'OPTIONS', {
          'Access-Control-Request-Headers': names,
        });
        expect(status).toBe(204);
        expect(headers['access-control-allow-headers']).toBe('If-None-Match');
      },
    );

    it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is refused', async (method) => {
      const { status, headers, text } = await send('/api/getAds', method);
      expect(status, text).toBe(405);
      expect(headers.allow).toBe('GET, HEAD, OPTIONS');
      failure.parse(JSON.parse(text));
    });
  });

  describe('bad questions', () => {
    it.each([
      ['', ['appID', 'authToken']],
      ['?', ['appID', 'authToken']],
      ['?appID=a', ['authToken']],
      ['?authToken=a', ['appID']],
      ['?appID=&authToken=a', ['appID']],
      ['?appID=a&authToken=b&appID=c', ['appID']],
      ['?appID=a&authToken=b&authToken=b', ['authToken']],
      ['?appid=a&authToken=b', ['appID']],
      ['?appID=%E0%A4%A&authToken=b', ['query']],
      [`?appID=${'a'.repeat(10_000)}&authToken=b`, ['query']],
    ])('%s names the fields at fault', async (query, fields) => {
      const { status, headers, text } = await send(`/api/getAds${query}`);
      expect(status, text).toBe(400);
      expect(headers['cache-control']).toBe('no-store');
      const { errors } = failure.parse(JSON.parse(text));
      expect(errors?.map(({ field }) => field)).toEqual(fields);
    });

    it('percent-encoded letters are the letters', async () => {
      const app = await api.add();
      const encoded = `%${app.appID.charCodeAt(0).toString(16)}${app.appID.slice(1)}`;
      const path = `/api/getAds?authToken=${app.authToken}&appID=${encoded}`;
      expect((await send(path)).status).toBe(200);
    });

    it.each(['/api/getAds/', '/api/getAdsX?appID=a', '/API/getAds?appID=a&authToken=b'])(
      '%s is not the endpoint',
      async (path) => {
        const { status, text } = await send(path);
        expect(status, text).toBe(404);
        failure.parse(JSON.parse(text));
      },
    );
  });
});
