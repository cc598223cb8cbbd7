import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AdsApp, adsEntry } from './ads.answer.ts';
import { createAdsCounters } from './ads.counters.ts';
import { createAdsIndex } from './ads.index.ts';
import { adsRoute } from './ads.route.ts';
import { createAdsSnapshot } from './ads.snapshot.ts';
import { createAdsUsage } from './ads.usage.ts';
import { type CallerPart, callerPart } from './caller.part.ts';
import type { Callers } from './caller.ts';

/* What needs another clock, a fault or a raw socket; the endpoint as a whole is in ads.test.ts. */

const token = 'T'.repeat(32);
const oldToken = 'O'.repeat(32);
const app: AdsApp = {
  appID: 'abcdefghijklmnop',
  appName: 'Tide ✨ Clock',
  packageName: 'com.harbour.tideclock',
  accountName: '',
  category: 'Weather',
  adsStatus: 'on',
  appStatus: 'live',
  visibleExtra: 'off',
  ipAddress: 'off',
  adUnits: '{"reward3":"unit/3"}',
  iconHash: '',
  updatedAt: 1_000,
  token,
  oldTokens: [{ token: oldToken, until: 10_000 }],
  configuration: { countryCodes: 'US,TD', createdAt: 2_000 },
};

function build() {
  let now = 5_000;
  const snapshot = createAdsSnapshot();
  const counters = createAdsCounters();
  const logged = vi.fn();
  const logger = pino({}, { write: logged });
  const asked = { count: 0 };
  const callers: Pick<Callers, 'find'> = {
    find() {
      asked.count += 1;
      return ads.caller;
    },
  };
  const usage = createAdsUsage();
  const clock = () => now;
  const route = adsRoute({ snapshot, counters, usage, callers, clock, logger, maxAge: 30 });
  const server = createServer((request, response) => {
    if (!route(request, response)) response.writeHead(418).end();
  });
  return {
    snapshot,
    counters,
    logged,
    server,
    /** Who asks an app with IP rules, and how often that was looked for. */
    caller: callerPart('US', null) as CallerPart | Promise<CallerPart>,
    asked,
    setTime: (time: number) => {
      now = time;
    },
    load: (over: Partial<AdsApp> = {}) => {
      const index = createAdsIndex();
      index.set(app.appID, adsEntry({ ...app, ...over }, now));
      snapshot.replaceAll(index);
    },
  };
}

let ads: ReturnType<typeof build>;
let base: string;
beforeEach(async () => {
  ads = build();
  await new Promise<void>((resolve) => ads.server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(ads.server.address() as AddressInfo).port}/api/getAds`;
});
afterEach(() => {
  ads.server.closeAllConnections();
  ads.server.close();
});

const question = (authToken = token) => `?appID=${app.appID}&authToken=${authToken}`;
const ask = (authToken?: string, init?: RequestInit) => fetch(base + question(authToken), init);

/** Writes text to a fresh connection and answers all that comes back until it is closed. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const { port } = ads.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.setEncoding('utf8').on('data', (part) => {
      heard += part;
    });
    // A server that has heard enough may reset the connection.
    socket.on('error', () => {}).on('close', () => resolve(heard));
  });
}

it('is 503 with Retry-After and not 401 while nothing is loaded', async () => {
  for (const authToken of [token, 'wrong']) {
    const answer = await ask(authToken);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ status: 'error', success: false });
  }
  expect((await fetch(base)).status).toBe(400);
  ads.load();
  expect((await ask()).status).toBe(200);
  expect((await ask('wrong')).status).toBe(401);
});

it('sends the bytes that were made, and their length', async () => {
  ads.load();
  const answer = await ask();
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
  expect((await ask(oldToken)).status).toBe(200);
  ads.setTime(9_999);
  expect((await ask(oldToken)).status).toBe(200);
  expect(ads.counters.oldTokens).toBe(2);
  ads.setTime(10_000);
  expect((await ask(oldToken)).status).toBe(401);
  expect((await ask(token)).status).toBe(200);
  expect(ads.counters.oldTokens).toBe(2);
});

it('is private for an app with IP rules, on 200 and on 304', async () => {
  ads.load({ ipAddress: 'on' });
  const cacheControl = 'private, max-age=30, stale-while-revalidate=30, stale-if-error=86400';
  const answer = await ask();
  expect(answer.headers.get('cache-control')).toBe(cacheControl);
  const held = await ask(token, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
  expect(held.status).toBe(304);
  expect(held.headers.get('cache-control')).toBe(cacheControl);
});

it('looks for the caller of an app with IP rules only, and waits for one that comes later', async () => {
  ads.load();
  await ask();
  expect(ads.asked.count).toBe(0);
  ads.load({ ipAddress: 'on' });
  ads.caller = new Promise((resolve) => setTimeout(resolve, 30, callerPart('FR', true)));
  const answer = await ask();
  expect(JSON.parse(await answer.text()).data).toMatchObject({
    reason: 'country',
    caller: { country: 'FR', vpn: true },
  });
  expect([ads.asked.count, ads.counters.outcomes.ok]).toEqual([1, 2]);
});

it('answers in the order of the questions while one of them waits, and lives through one who leaves', async () => {
  ads.load({ ipAddress: 'on' });
  let find: (caller: CallerPart) => void = () => {};
  ads.caller = new Promise((resolve) => {
    find = resolve;
  });
  const line = `GET /api/getAds${question()} HTTP/1.1\r\nHost: x\r\n`;
  const heard = raw(`${line}\r\nGET /api/getAds? HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const leaving = connect((ads.server.address() as AddressInfo).port, '127.0.0.1', () => {
    leaving.write(`${line}\r\n`);
    setTimeout(() => leaving.destroy(), 20);
  });
  setTimeout(() => find(callerPart('US', false)), 60);
  const statuses = [...(await heard).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(['200', '400']);
  expect((await ask()).status).toBe(200);
  expect(ads.counters.outcomes.failed).toBe(0);
});

it('a fault in the looking is a 500, at once or later', async () => {
  ads.load({ ipAddress: 'on' });
  const later = new Promise<never>((_, reject) => setTimeout(reject, 10, new Error('a fault')));
  // On a busy machine it fails before the question has come, while nobody waits for it.
  later.catch(() => {});
  ads.caller = later;
  expect((await ask()).status).toBe(500);
  expect(ads.counters.outcomes.failed).toBe(1);
});

it('gives an answer another entity tag exactly when it is another answer', async () => {
  const tagOf = async (over: Partial<AdsApp>) => {
    ads.load(over);
    return (await ask()).headers.get('etag');
  };
  const tag = await tagOf({});
  expect(await tagOf({ oldTokens: [] })).toBe(tag);
  expect(await tagOf({ configuration: { countryCodes: 'US', createdAt: 2_000 } })).not.toBe(tag);
});

it('keeps the connection through a body, HEAD, 304, refusals and pipelined requests', async () => {
  ads.load();
  const line = (method: string, query: string, more = '') =>
    `${method} /api/getAds${query} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const heard = await raw(
    line('GET', question(), 'Content-Length: 5\r\n') +
      'hello' +
      line('HEAD', question()) +
      line('HEAD', '?') +
      line('GET', question(), 'If-None-Match: *\r\n') +
      line('POST', '', 'Transfer-Encoding: chunked\r\n') +
      '3\r\nabc\r\n0\r\n\r\n' +
      line('OPTIONS', '') +
      line('GET', question('wrong')) +
      line('GET', question(), 'Connection: close\r\n'),
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
  const heard = await raw(
    `GET /api/getAds?appID=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  );
  expect(heard).toMatch(/^(HTTP\/1\.1 431 |$)/);
  expect((await fetch(`${base}?appID=${'%61'.repeat(3_000)}`)).status).toBe(400);
  expect((await ask()).status).toBe(200);
});

it('a fault inside is a 500 with the id that is in the log, without token, and nothing else falls', async () => {
  ads.load();
  const { get } = ads.snapshot;
  ads.snapshot.get = () => {
    throw new Error('a fault');
  };
  const answer = await ask();
  expect(answer.status).toBe(500);
  const { id } = (await answer.json()) as { id: string };
  const [[line]] = ads.logged.mock.calls as [[string]];
  expect(line).toContain(id);
  expect(line).not.toContain(token);
  expect(ads.counters.outcomes.failed).toBe(1);
  ads.snapshot.get = get;
  expect((await ask()).status).toBe(200);
});
