import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { ask } from './ask.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { startTwoNodes, type TwoNodes } from './two-nodes.ts';

/** Sends raw bytes, and returns everything received until the connection is closed or reset. */
async function raw(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(15_000, () => socket.destroy(new Error('no answer within 15 s')));
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
  });
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', resolve);
    socket.once('error', (error) => (answer ? resolve() : reject(error)));
  });
  socket.write(bytes);
  await closed;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const type = /^content-type: (.*)$/im.exec(head)?.[1];
  return { status: Number(head.split(' ')[1]), type, body };
}

describe.skipIf(!findNginx())('what nginx refuses by itself', () => {
  let two: TwoNodes;
  let nginx: Nginx;
  let ads = '';

  beforeAll(async () => {
    two = await startTwoNodes({ shared: 1, perCaller: 0 });
    nginx = await startNginx({ nodes: [two.nodes[0].port] });
    ads = two.shared[0]?.path ?? '';
    await ask(nginx.port, ads); // now nginx has it, and judges conditions itself
  });
  afterAll(async () => {
    await nginx?.stop();
    await two?.stop();
  });

  const end = 'Host: adwarden.example.com\r\nConnection: close\r\n\r\n';
  test.each<[number, string, () => string]>([
    [400, 'two hosts', () => `GET / HTTP/1.1\r\nHost: a\r\n${end}`],
    [400, 'no HTTP', () => 'HELLO\r\n\r\n'],
    [404, 'the metrics', () => `GET /metrics HTTP/1.1\r\n${end}`],
    [405, 'TRACE', () => `TRACE / HTTP/1.1\r\n${end}`],
    [412, 'a condition', () => `GET ${ads} HTTP/1.1\r\nIf-Match: "other"\r\n${end}`],
    [413, 'a large body', () => `POST / HTTP/1.1\r\nContent-Length: 4000000\r\n${end}`],
    [414, 'a long address', () => `GET /${'x'.repeat(9000)} HTTP/1.1\r\n${end}`],
    [431, 'large headers', () => `GET / HTTP/1.1\r\nX-A: ${'x'.repeat(9000)}\r\n${end}`],
    [501, 'a coding', () => `POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n${end}`],
    [505, 'HTTP/3.0', () => `GET / HTTP/3.0\r\n${end}`],
  ])('%i for %s is said in the envelope', async (status, _, bytes) => {
    const answer = await raw(nginx.port, bytes());
    expect(answer).toMatchObject({ status, type: 'application/json' });
    expect(JSON.parse(answer.body)).toEqual({
      status: 'error',
      success: false,
      message: expect.stringMatching(/^[A-Z].{8,}$/),
    });
  });

  test('HTTP/1.0 without a host gets ads and pages', async () => {
    // The other order is not in the cache yet, so a node answers.
    const [, appID, authToken] = /^.*\?(.*)&(.*)$/.exec(ads) ?? [];
    const asked = `GET /api/getAds?${authToken}&${appID} HTTP/1.0\r\n\r\n`;
    expect(await raw(nginx.port, asked)).toMatchObject({
      status: 200,
      body: expect.stringContaining('"status":"success"'),
    });
    const page = 'GET /admin/login HTTP/1.0\r\nAccept: text/html\r\n\r\n';
    expect(await raw(nginx.port, page)).toMatchObject({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
  });

  test('the log has the requested path, not nginx’s rewritten one, and no token', async () => {
    await raw(
      nginx.port,
      `POST /refused/here?authToken=t HTTP/1.1\r\nContent-Length: 4000000\r\n${end}`,
    );
    await raw(nginx.port, `GET /api/getAds%3FappID=a&authToken=t HTTP/1.1\r\n${end}`);
    const log = await nginx.accessLog();
    expect(log).toContain('"path":"/refused/here"');
    expect(log).toContain('"path":"/api/getAds"');
    expect(log).not.toMatch(/nginx-says|authToken/);
  });
});
