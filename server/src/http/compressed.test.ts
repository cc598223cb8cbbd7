import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip, gunzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeManyApps } from '../../test/databases/many-apps.ts';
import { type AppServer, openAppServer } from '../../test/servers/app-server.ts';
import { compressAnswers } from './compressed.ts';
import type { BackOffice } from './route.ts';
import { boundLargeBodies } from './slots.ts';
import { sendText } from './streamed-list.ts';

/* Answers without secrets are compressed (ADR 94). */

const gzip = { 'accept-encoding': 'gzip, deflate, br' };

describe('an answer', () => {
  let api: AppServer;
  let appIDs: string[];
  beforeAll(async () => {
    api = await openAppServer();
    appIDs = await writeManyApps(api.db, 60, { note: 'Léith 😀 “שעון” 100%' });
    for (const appName of ['A', 'B', "O'Neill", 'Ünder 50 %']) await api.add({ appName });
    await api.listen();
  });
  afterAll(() => api.close());

  /** Makes a call with and without gzip. */
  async function both(name: Parameters<AppServer['call']>[0], over: object = {}) {
    const ask = (headers: Record<string, string>) =>
      api.call(name, { as: api.admin, headers, ...over });
    return { packed: await ask(gzip), plain: await ask({}) };
  }

  it.each([
    ['getChanges', { query: { pageSize: 100 } }],
    ['getTraffic', {}],
    ['exportApps', {}],
    ['exportApps', { query: { format: 'json' } }],
    ['exportUsers', { query: { format: 'csv', search: '' } }],
    ['exportTraffic', {}],
  ] as const)('to %s %j says the same in fewer bytes', async (name, over) => {
    const { packed, plain } = await both(name, over);
    expect(packed.status, packed.text).toBe(200);
    const withoutTime = (text: string) => text.replace(/"asOf":"[^"]+"/, '');
    expect(withoutTime(packed.text)).toBe(withoutTime(plain.text));
    expect([packed.headers.vary, plain.headers.vary]).toEqual(Array(2).fill('Accept-Encoding'));
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers.etag, 'it would name both').toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    if (plain.bytes.length > 4096) {
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
  });

  it('of less than 2 kB is sent as it is', async () => {
    const { packed } = await both('getFindings', { query: { search: 'nothing has this' } });
    expect([packed.status, packed.headers['content-encoding']]).toEqual([200, undefined]);
    expect([packed.headers.vary, packed.body.data]).toEqual(['Accept-Encoding', []]);
  });

  it('of selected applications is compressed too, by the columns of the body', async () => {
    const ask = (columns: string[]) =>
      api.callLoosely('exportSelectedApps', {
        as: api.admin,
        headers: gzip,
        body: { appIDs, columns },
      });
    const usual = await ask(['appID', 'appName']);
    expect([usual.status, usual.headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(usual.text.split('\r\n')).toHaveLength(appIDs.length + 2);
    const withTokens = await ask(['appID', 'authToken']);
    expect([withTokens.status, withTokens.headers['content-encoding']]).toEqual([200, undefined]);
    expect(withTokens.headers.vary).toBeUndefined();
    expect(withTokens.text).toContain('Auth Token');
  });

  it.each([
    ['exportApps', { query: { columns: 'appID,authToken' } }],
    ['exportApps', { query: { columns: 'appID, authToken ', format: 'json' } }],
    ['exportApps', { query: { format: 'xlsx' } }],
    ['getAllApp', {}],
    ['getUser', {}],
  ] as const)('to %s %j is never compressed', async (name, over) => {
    const { packed, plain } = await both(name as 'exportApps', over);
    expect(packed.status, packed.text).toBe(200);
    expect(packed.headers['content-encoding']).toBeUndefined();
    expect(packed.bytes.length).toBeGreaterThan(0);
    expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
  });

  it.each(['identity', 'gzip;q=0', 'br', '*;q=0', ' ', 'gzip;q=0, *;q=0.1', '😀'])(
    'to a client that takes %j is not compressed',
    async (accepted) => {
      const answer = await api.call('getChanges', {
        as: api.admin,
        query: { pageSize: 100 },
        headers: { 'accept-encoding': encodeURI(accepted) },
      });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary).toBe('Accept-Encoding');
      expect(answer.bytes.length).toBeGreaterThan(2048);
    },
  );

  it('that is a refusal is not', async () => {
    const search = 'x'.repeat(5_000);
    const answer = await api.call('getChanges', {
      as: api.admin,
      headers: gzip,
      query: { search },
    });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([400, undefined]);
  });

  it('to HEAD has the headers of GET, of a list and of a file', async () => {
    for (const url of ['/changes?pageSize=100', '/apps/export']) {
      const headers = { ...gzip, authorization: `Bearer ${api.admin}` };
      const read = await api.inject({ method: 'GET', url, headers });
      const head = await api.inject({ method: 'HEAD', url, headers });
      const { date: _, 'transfer-encoding': _chunked, connection: _kept, ...same } = read.headers;
      expect(head.headers, url).toMatchObject(same);
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      expect(head.headers['content-encoding']).toBe('gzip');
    }
  });

  it('of metrics is compressed as well', async () => {
    const ask = (headers: Record<string, string>) =>
      api.inject({ method: 'GET', url: '/metrics', headers, remoteAddress: '127.0.0.1' });
    const [packed, plain] = [await ask(gzip), await ask({ 'accept-encoding': 'gzip;q=0' })];
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([
      'gzip',
      'Accept-Encoding',
    ]);
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      undefined,
      'Accept-Encoding',
    ]);
    expect(packed.text).toContain('# TYPE process_resident_memory_bytes gauge');
    expect(Number(packed.headers['content-length'])).toBe(packed.bytes.length);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
  });
});

describe('a compressed stream', () => {
  let server: FastifyInstance;
  let made = 0;
  let isEnded = false;
  /** Makes one more piece. */
  let more: () => void = () => {};
  afterEach(() => server.close());

  async function open(rows: () => AsyncGenerator<string>): Promise<IncomingMessage> {
    made = 0;
    isEnded = false;
    server = fastify({ forceCloseConnections: true });
    server.decorateRequest('actor', null);
    server.addHook('onRequest', async (request) => {
      const kind = 'admin' as const;
      request.actor = { kind, id: 'ada', fullName: 'Ada', login: 'ada', address: '' };
    });
    boundLargeBodies(server as unknown as BackOffice);
    compressAnswers(server as unknown as BackOffice);
    async function* counted() {
      try {
        for await (const row of rows()) {
          made += 1;
          yield row;
        }
      } finally {
        isEnded = true;
      }
    }
    const type = { 'content-type': 'text/csv; charset=utf-8' };
    server.get('/file', { config: { compressed: true } }, (_, reply) =>
      sendText(reply, type, counted()),
    );
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const [answer] = await once(get({ port, path: '/file', headers: gzip }), 'response');
    return answer as IncomingMessage;
  }

  it('sends a piece before the next one is made', async () => {
    const answer = await open(async function* () {
      for (const piece of ['first piece\r\n', 'second piece\r\n']) {
        yield piece;
        await new Promise<void>((resolve) => {
          more = resolve;
        });
      }
    });
    expect(answer.headers['content-encoding']).toBe('gzip');
    const text = answer.pipe(createGunzip()).setEncoding('utf8');
    expect((await once(text, 'data'))[0]).toBe('first piece\r\n');
    more();
    expect((await once(text, 'data'))[0]).toBe('second piece\r\n');
    more();
    await once(text, 'end');
    expect(isEnded).toBe(true);
  });

  const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(48_000))).toString('hex');

  it('makes no more than a client reads, and ends when the client has left', async () => {
    const answer = await open(async function* () {
      for (;;) yield noise();
    });
    answer.pause();
    let before = -1;
    // The buffers between the program and a client that reads nothing hold some megabytes.
    await expect
      .poll(
        () => {
          const isStill = made === before && made > 0;
          before = made;
          return isStill;
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(true);
    expect(made).toBeLessThan(500);
    expect(isEnded).toBe(false);
    answer.destroy();
    await expect.poll(() => isEnded).toBe(true);
  });

  it('that breaks off is no whole file', async () => {
    const answer = await open(async function* () {
      yield noise();
      await new Promise<void>((resolve) => {
        more = resolve;
      });
      throw new Error('the database is gone');
    });
    const pieces: Buffer[] = [];
    answer.on('data', (piece) => pieces.push(piece)).on('error', () => {});
    await expect.poll(() => pieces.length).toBeGreaterThan(0);
    more();
    await new Promise((resolve) => answer.once('close', resolve));
    expect(answer.complete).toBe(false);
    expect(() => gunzipSync(Buffer.concat(pieces))).toThrow('unexpected end of file');
  });

  it('that fails before anything is sent is a refusal that clients can read', async () => {
    const answer = await open(async function* () {
      yield noise();
      throw new Error('the database is gone');
    });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([500, undefined]);
    const pieces: Buffer[] = await answer.toArray();
    expect(JSON.parse(Buffer.concat(pieces).toString())).toMatchObject({ statusCode: 500 });
  });
});
