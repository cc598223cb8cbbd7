import { METHODS } from 'node:http';
import { Writable } from 'node:stream';
import multipart from '@fastify/multipart';
import { errorCodes, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../../test/outside/raw-socket.ts';
import { buildTestServer, type TestServer } from '../../test/servers/build-test-server.ts';
import { createLogger } from '../kit/logger.ts';
import { handleError } from './error-handler.ts';

type Thrown = { statusCode?: number; code?: string };

/** Returns the answer to an error that a route throws, and the levels of the lines that are logged meanwhile. */
async function answerTo(error: unknown) {
  const levels: number[] = [];
  const logger = createLogger('trace', {
    write: (line) => void levels.push(JSON.parse(line).level),
  });
  const server = fastify({ loggerInstance: logger });
  server.setErrorHandler(handleError);
  server.get('/', () => {
    throw error;
  });
  const { statusCode: status, body } = await server.inject('/');
  await server.close();
  return { status, body: JSON.parse(body), levels };
}

/** Fastify's codes whose 4xx is replaced by a status of ours. */
const moved: Record<string, number> = { FST_ERR_MAX_PARAM_LENGTH: 404 };

describe('an error of the framework', () => {
  const all: [string, Thrown][] = Object.entries(errorCodes).map(([name, Code]) => [
    name,
    new (Code as new (...words: string[]) => Thrown)('secret-of-request', 'secret-too', 'more'),
  ]);

  it('is known by its status in all of its codes', () => expect(all.length).toBeGreaterThan(80));

  it.each(all)('%s', async (name, error) => {
    const { status, body, levels } = await answerTo(error);
    const own = error.statusCode ?? 500;
    const isRefusal = own >= 400 && own < 500;
    expect(status).toBe(moved[name] ?? (isRefusal ? own : 500));
    expect(body).toMatchObject({ status: 'error', success: false, message: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(levels.filter((level) => level >= 50)).toHaveLength(isRefusal ? 0 : 1);
  });

  it('of forms, too', async () => {
    const server = fastify();
    await server.register(multipart);
    const errors = Object.entries(server.multipartErrors);
    expect(errors.length).toBeGreaterThan(4);
    for (const [name, Code] of errors) {
      const error: Thrown = new (Code as unknown as new (word: string) => Thrown)('secret');
      const { status, levels } = await answerTo(error);
      expect(status, name).toBe(error.statusCode);
      const faults = levels.filter((level) => level >= 50);
      expect(faults, name).toHaveLength(status < 500 ? 0 : 1);
    }
    await server.close();
  });

  it.each([
    [Object.assign(new Error('a plugin says so'), { statusCode: 416 }), 416],
    [Object.assign(new Error('of no status at all'), { statusCode: 302 }), 500],
    [Object.assign(new Error('of no status at all'), { statusCode: '404' }), 500],
    [Object.assign(new Error('of none'), { statusCode: 503 }), 500],
    [new Error('of none'), 500],
    [null, 500],
    ['a text', 500],
  ])('%s is a %s', async (error, expected) => {
    expect((await answerTo(error)).status).toBe(expected);
  });
});

describe('every method that Node knows', () => {
  const levels: number[] = [];
  let server: TestServer;
  let address: string;
  beforeAll(async () => {
    const write = (chunk: Buffer, _: string, done: () => void) => {
      levels.push(JSON.parse(String(chunk)).level);
      done();
    };
    server = await buildTestServer({}, { logger: createLogger('warn', new Writable({ write })) });
    address = await server.listen();
  });
  afterAll(() => server.close());

  const paths = ['/', '/apps/getAllApp', '/admin/login', '/api/getAds', '/readyz', '/icons/x'];
  const morePaths = ['/docs/', '/assets/x.js', '/no/such/thing', '*', '/%zz', '/apps/rotateToken/'];
  const bodies = [
    '',
    'Content-Length: 2\r\n\r\n{}',
    'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    'Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}',
    'Content-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\n{}',
    'Content-Type: application/json\r\nContent-Length: 0\r\n\r\n',
  ];

  // CONNECT asks for a tunnel: its connection is closed without an answer.
  it.each(METHODS.filter((method) => method !== 'CONNECT'))('%s is answered', async (method) => {
    for (const path of [...paths, ...morePaths]) {
      for (const body of bodies) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
        const answer = await sendRaw(address, head + (body || '\r\n'));
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
        expect(status, `${method} ${path} ${body}: ${answer}`).toBeGreaterThanOrEqual(200);
        expect(status, `${method} ${path} ${body}: ${answer}`).toBeLessThan(500);
      }
    }
    expect(levels.filter((level) => level >= 50)).toEqual([]);
  });
});
