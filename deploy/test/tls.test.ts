import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, type OutgoingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { ask, type Question } from './ask.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { admin } from './node.ts';
import { startTwoNodes, type TwoNodes } from './two-nodes.ts';

const hsts = 'max-age=31536000';
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', host: 'adwarden.example.com' };
const signIn = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(admin),
};

/** Requests an answer by HTTP/2; it may come from nginx before that has the whole body. */
async function byHttp2(port: number, headers: OutgoingHttpHeaders, body = '') {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  try {
    const stream = session.request(headers);
    let answered: OutgoingHttpHeaders = {};
    stream.once('response', (given) => {
      answered = given;
    });
    if (body) stream.end(body);
    const said = await text(stream);
    return { status: answered[':status'], type: answered['content-type'], said };
  } finally {
    session.destroy();
  }
}

/** Returns the headers of an answer by HTTPS. */
function headersOf(port: number, path: string, headers: object): Promise<IncomingHttpHeaders> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingHttpHeaders>();
  const options = { host: '127.0.0.1', port, path, headers: { ...headers }, agent: false };
  request({ ...options, rejectUnauthorized: false }, (response) => {
    response.resume();
    resolve(response.headers);
  })
    .once('error', reject)
    .end();
  return promise;
}

/** Status and HSTS of an answer by HTTPS. */
async function securely(port: number, path: string, { method, headers, body }: Question = {}) {
  const options = { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false };
  return new Promise<{ status: number; hsts: unknown }>((resolve, reject) => {
    request(options, (response) => {
      response.resume();
      const { statusCode: status = 0, headers: answered } = response;
      resolve({ status, hsts: answered['strict-transport-security'] });
    })
      .once('error', reject)
      .end(body);
  });
}

describe.skipIf(!findNginx())('nginx with the example for TLS', () => {
  let two: TwoNodes;
  let nginx: Nginx;
  let ads = '';

  beforeAll(async () => {
    two = await startTwoNodes({ shared: 1, perCaller: 0 });
    nginx = await startNginx({ nodes: [two.nodes[0].port], tls: true });
    ads = two.shared[0]?.path ?? '';
  });
  afterAll(async () => {
    await nginx?.stop();
    await two?.stop();
  });

  test('speaks HTTP/2', async () => {
    const { status, said } = await byHttp2(nginx.port, { ':path': ads });
    expect(said).toContain('"status":"success"');
    expect(status).toBe(200);
  });

  const large = 'x'.repeat(3.5e6);
  test.each<[number, string, OutgoingHttpHeaders, string?]>([
    [404, 'the metrics', { ':path': '/metrics' }],
    [405, 'TRACE', { ':method': 'TRACE', ':path': '/' }],
    [413, 'a large body', { ':method': 'POST', ':path': '/apps/addApp' }, large],
    [
      413,
      'a body that says that it is large',
      { ':method': 'POST', ':path': '/apps/addApp', 'content-length': large.length },
      large,
    ],
  ])('%i for %s is said in the envelope over HTTP/2', async (status, _, headers, body) => {
    const answer = await byHttp2(nginx.port, headers, body);
    expect(answer).toMatchObject({ status, type: 'application/json' });
    expect(JSON.parse(answer.said)).toMatchObject({ status: 'error', success: false });
  });

  test('sends Strict-Transport-Security in every answer', async () => {
    const tooLarge = { ...signIn, body: 'x'.repeat(3.5e6) };
    const answers = [
      await securely(nginx.port, ads),
      await securely(nginx.port, '/admin/login', { headers: html }),
      await securely(nginx.port, '/admin/login', signIn),
      await securely(nginx.port, '/metrics'),
      await securely(nginx.port, '/apps/addApp', tooLarge),
    ];
    expect(answers).toEqual([200, 200, 200, 404, 413].map((status) => ({ status, hsts })));
    const alone = await startNginx({ nodes: [1], tls: true });
    expect(await securely(alone.port, ads)).toEqual({ status: 503, hsts });
    await alone.stop();
  });

  test.each([
    ['ECDHE-RSA-AES128-GCM-SHA256', true],
    ['ECDHE-RSA-CHACHA20-POLY1305', true],
    ['ECDHE-RSA-AES128-SHA256', false],
    ['ECDHE-RSA-AES256-SHA', false],
    ['AES128-GCM-SHA256', false],
  ])('of TLS 1.2, %s is offered: %s', async (ciphers, isOffered) => {
    const socket = connectSecurely({
      host: '127.0.0.1',
      port: nginx.port,
      ciphers,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
    });
    const opened = once(socket, 'secureConnect').then(
      () => socket.getCipher().name,
      (error: Error) => error.message,
    );
    expect(await opened).toEqual(
      isOffered ? ciphers : expect.stringContaining('handshake failure'),
    );
    socket.destroy();
  });

  test('keeps the page from the window that opened it, and all from search engines', async () => {
    const page = await headersOf(nginx.port, '/admin/login', html);
    expect(page['cross-origin-opener-policy']).toBe('same-origin');
    expect(page['x-robots-tag']).toBe('noindex');
    // Browsers complain of the first one on a page without TLS.
    const plain = await ask(nginx.plainPort, ads);
    expect(plain.headers).not.toHaveProperty('cross-origin-opener-policy');
  });

  test('serves ads and icons over plain HTTP, for apps that follow no redirect', async () => {
    const answer = await ask(nginx.plainPort, ads);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    // The node's own refusal, so nginx has passed the request on.
    const icon = '/icons/none.webp';
    expect((await ask(nginx.plainPort, icon)).status).toBe(404);
    expect((await ask(nginx.plainPort, icon, { method: 'POST' })).status).toBe(403);
  });

  test.each(['/', '/admin/login?next=1', '/docs/'])('sends %s to HTTPS', async (page) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask(nginx.plainPort, page, { method, headers: html });
      expect([status, headers.location]).toEqual([308, `https://adwarden.example.com${page}`]);
    }
  });

  test('refuses calls with a password or a session over plain HTTP', async () => {
    const bearer = { authorization: 'Bearer 1' };
    const answers = [
      await ask(nginx.plainPort, '/admin/login', {
        ...signIn,
        headers: { ...signIn.headers, ...html },
      }),
      await ask(nginx.plainPort, '/admin/login', signIn),
      await ask(nginx.plainPort, '/apps/getAllApp', { headers: bearer }),
      await ask(nginx.plainPort, '/metrics', { headers: bearer }),
    ];
    for (const { status, headers, text: body } of answers) {
      expect([status, headers['content-type']]).toEqual([403, 'application/json']);
      expect(JSON.parse(body)).toEqual({
        status: 'error',
        success: false,
        message: 'Use HTTPS for this call',
      });
    }
  });
});
