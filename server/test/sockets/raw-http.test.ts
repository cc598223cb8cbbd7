import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure } from '@adwarden/contract/envelope';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerBrokenRequest } from '../../src/front/broken-request.ts';
import { sendRaw, statusesIn } from '../outside/raw-socket.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';

/* Requests that HTTP clients do not send, on a raw socket. */

describe.each(['on', 'off'])('with ADS_LANE=%s', (lane) => {
  let adwarden: TestServer;
  let address: string;
  let adsUrl: string;
  beforeAll(async () => {
    adwarden = await buildTestServer({ ADS_LANE: lane });
    address = await adwarden.listen();
    const admin = await adwarden.signInAdmin();
    const { body } = await adwarden.call('addApp', { as: admin, body: sampleAppForm() });
    const { appID, authToken } = body.data;
    adsUrl = `/api/getAds?appID=${appID}&authToken=${authToken}`;
    await vi.waitUntil(async () => (await adwarden.inject({ url: '/readyz' })).body.apps === 1, {
      timeout: 90_000,
    });
  });
  afterAll(() => adwarden.close());

  const close = 'Connection: close';
  const request = (line: string, ...headers: string[]) =>
    `${[line, ...headers].join('\r\n')}\r\n\r\n`;
  const ask = (line: string, ...headers: string[]) =>
    sendRaw(address, request(line, 'Host: localhost', close, ...headers));

  /** Checks the text of a refusal and returns its envelope. */
  function refusalIn(heard: string) {
    expect(heard.match(/^HTTP\/1\.1 /gm), heard).toHaveLength(1);
    const [head = '', text = ''] = heard.split('\r\n\r\n');
    expect(head).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} /m);
    expect(head).toMatch(/^Connection: close$/im);
    expect(head).toMatch(/^Content-Type: application\/json/im);
    expect(head).toContain(`Content-Length: ${text.length}`);
    return failure.parse(JSON.parse(text));
  }

  describe.each([
    ['the ads', () => adsUrl],
    ['the rest', () => '/healthz'],
  ])('%s', (_, target) => {
    test.each([
      ['two Host lines', ['Host: localhost', 'HOST: localhost']],
      ['no Host line', []],
    ])('%s are a 400', async (_name, hosts) => {
      const heard = await sendRaw(address, request(`GET ${target()} HTTP/1.1`, ...hosts));
      expect(statusesIn(heard)).toEqual(['400']);
      refusalIn(heard);
    });

    test('HTTP/1.0 needs no Host header', async () => {
      const heard = await sendRaw(address, request(`GET ${target()} HTTP/1.0`));
      expect(statusesIn(heard)).toEqual(['200']);
    });

    test.each(['gzip', 'gzip, chunked', 'chunked, chunked', 'cow'])(
      'the transfer encoding "%s" gets one answer, a 501 or 400, and the connection ends',
      async (encoding) => {
        const line = request(
          `GET ${target()} HTTP/1.1`,
          'Host: x',
          `Transfer-Encoding: ${encoding}`,
        );
        const heard = await sendRaw(address, `${line}0\r\n\r\n${request('GET /healthz HTTP/1.1')}`);
        expect(statusesIn(heard)[0]).toMatch(/501|400/);
        refusalIn(heard);
      },
    );

    test('accepts an absolute target and ignores its host', async () => {
      for (const start of ['http://localhost', 'HTTPS://other.example:81']) {
        const heard = await ask(`GET ${start}${target()} HTTP/1.1`);
        expect(statusesIn(heard)).toEqual(['200']);
      }
    });

    test('accepts percent-encoded letters in the path, and no other spelling of it', async () => {
      const encode = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
      const encoded = target().replace(/^\/(\w)/, (_all, letter) => `/${encode(letter)}`);
      expect(statusesIn(await ask(`GET ${encoded} HTTP/1.1`))).toEqual(['200']);
      const slash = target().replace(/^\//, '/%2f');
      expect(statusesIn(await ask(`GET ${slash} HTTP/1.1`))).toEqual(['404']);
    });

    test('refuses an expectation that it does not know, in the envelope', async () => {
      const heard = await ask(`GET ${target()} HTTP/1.1`, 'Expect: a-miracle');
      expect(statusesIn(heard)).toEqual(['417']);
      refusalIn(heard);
    });
  });

  describe('what the parser refuses', () => {
    test.each([
      ['400', 'GET /healthz HTTP/1.1\r\nno colon here\r\n\r\n'],
      ['400', 'hello\r\n\r\n'],
      ['431', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`],
    ])('is a %s in the envelope, with a date, and ends the connection', async (status, text) => {
      const heard = await sendRaw(address, text);
      expect(statusesIn(heard)).toEqual([status]);
      refusalIn(heard);
    });

    test('is a 408 when it does not come in time', async () => {
      const server = createServer({ headersTimeout: 30, connectionsCheckingInterval: 10 });
      server.on('clientError', answerBrokenRequest).listen(0, '127.0.0.1');
      await expect.poll(() => server.listening).toBe(true);
      const { port } = server.address() as AddressInfo;
      const heard = await sendRaw(`http://127.0.0.1:${port}`, 'GET / HTTP/1.1\r\nHost:');
      expect(statusesIn(heard)).toEqual(['408']);
      refusalIn(heard);
      server.close();
    });

    test('nothing is added to an answer that was already sent', async () => {
      const heard = await sendRaw(
        address,
        `${request(`GET ${adsUrl} HTTP/1.1`, 'Host: x')}what is this\r\n\r\n`,
      );
      // The lane has sent the whole answer before the rest is looked at, which is another request then.
      const whole = lane === 'on' ? ['200', '400'] : ['200'];
      expect(whole.join()).toContain(statusesIn(heard).join());
    });
  });

  test('If-Match on ads: 412 unless it has the answer’s tag; weak tags never match', async () => {
    const etag = /^ETag: (.+)\r$/m.exec(await ask(`GET ${adsUrl} HTTP/1.1`))?.[1] ?? '';
    const statusOf = async (...headers: string[]) =>
      statusesIn(await ask(`GET ${adsUrl} HTTP/1.1`, ...headers))[0];
    expect(await statusOf('If-Match: "another"')).toBe('412');
    expect(await statusOf(`If-Match: W/${etag}`)).toBe('412');
    expect(await statusOf('If-Match: "another"', `If-None-Match: ${etag}`)).toBe('412');
    expect(await statusOf(`If-Match: "another", ${etag}`)).toBe('200');
    expect(await statusOf('If-Match: *')).toBe('200');
    expect(await statusOf(`If-Match: ${etag}`, `If-None-Match: ${etag}`)).toBe('304');
    refusalIn(await ask(`GET ${adsUrl} HTTP/1.1`, 'If-Match: "another"'));
  });

  test('every answer of the ads endpoint says nosniff', async () => {
    const questions: [string, string, ...string[]][] = [
      ['200', `GET ${adsUrl}`],
      ['200', `HEAD ${adsUrl}`],
      ['304', `GET ${adsUrl}`, 'If-None-Match: *'],
      ['412', `GET ${adsUrl}`, 'If-Match: "x"'],
      ['204', 'OPTIONS /api/getAds'],
      ['400', 'GET /api/getAds'],
      ['401', 'GET /api/getAds?appID=x&authToken=x'],
      ['405', 'POST /api/getAds'],
    ];
    for (const [status, line, ...headers] of questions) {
      const heard = await ask(`${line} HTTP/1.1`, ...headers);
      expect(statusesIn(heard)).toEqual([status]);
      expect(heard, status).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
    }
  });

  test('every 401 names the scheme Bearer, because some HTTP clients throw without one', async () => {
    const body = '{"email":"nobody@example.com","password":"wrong-password"}';
    const json = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const questions = [
      request('GET /api/getAds?appID=x&authToken=x HTTP/1.1', 'Host: x', close),
      request('GET /apps/getAllApp HTTP/1.1', 'Host: x', close),
      request('POST /admin/login HTTP/1.1', 'Host: x', close, ...json) + body,
    ];
    for (const question of questions) {
      const heard = await sendRaw(address, question);
      expect(statusesIn(heard)).toEqual(['401']);
      expect(heard).toMatch(/^www-authenticate: Bearer realm="Adwarden"\r$/im);
    }
  });
});
