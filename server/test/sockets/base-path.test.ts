import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sendRaw, statusesIn } from '../outside/raw-socket.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';
import {
  type Answer,
  type Ask,
  askAnew,
  type Processes,
  startProcesses,
} from '../servers/processes.ts';

/* BASE_PATH (ADR 88), with real processes: an ads process in front of the office, an office alone, and an edge. */

const base = '/tools/adwarden';
const key = Buffer.alloc(32, 7).toString('base64');
const started: Processes[] = [];
const start = (environment: Record<string, string>) => {
  const one = startProcesses({ WORKERS: '1', BASE_PATH: `${base}/`, ...environment });
  started.push(one);
  return one;
};
const startEdge = (office: string, environment: Record<string, string> = {}) =>
  start({ ROLE: 'ads', EDGE_KEY: key, EDGE_NAME: 'oslo-1', OFFICE_URL: office, ...environment });

type NewApp = { appID: string; authToken: string };
let whole: Processes;
let address: string;
let ads: string;

async function addApp(server: string): Promise<NewApp> {
  const body = { email: adminEmail, password: adminPassword };
  const signIn = { method: 'POST', body };
  const { token } = (await askAnew(server + pathOf(calls.adminSignIn), signIn)).body;
  const how: Ask = { method: 'POST', body: sampleAppForm(), bearer: token };
  return (await askAnew(server + pathOf(calls.addApp), how)).body.data as NewApp;
}
const adsOf = ({ appID, authToken }: NewApp) => `/api/getAds?appID=${appID}&authToken=${authToken}`;
const untilAnswered = (url: string) =>
  vi.waitUntil(async () => (await askAnew(url)).status === 200, { timeout: 90_000 });

beforeAll(async () => {
  whole = start({ EDGE_KEYS: key });
  address = await whole.ready;
  ads = adsOf(await addApp(address));
  await untilAnswered(address + ads);
});
afterAll(() => Promise.all(started.map((one) => one.remove())));

const get = (path: string): Promise<Answer> => askAnew(address + path);

describe('every path, as a proxy passes it on that keeps BASE_PATH, and as one that takes it off', () => {
  test.each(['GET', 'OPTIONS'])('%s of the ads', async (method) => {
    const kept = await askAnew(address + base + ads, { method });
    const stripped = await askAnew(address + ads, { method });
    expect(kept.status).toBe(method === 'OPTIONS' ? 204 : 200);
    expect(kept).toEqual(stripped);
  });

  test.each([
    '/healthz',
    '/category/getCategory',
    '/openapi.json',
    '/schemas/ads.json',
    '/nothing',
  ])('%s', async (path) => {
    const kept = await get(base + path);
    expect(kept).toEqual(await get(path));
    expect(kept.status).toBe({ '/category/getCategory': 401, '/nothing': 404 }[path] ?? 200);
  });

  test('the ads with a wrong token, and without one', async () => {
    expect((await get(`${base}/api/getAds`)).status).toBe(400);
    expect((await get(`${base}${ads.slice(0, -1)}`)).status).toBe(401);
  });
});

test('a path that only begins with the same letters is another one', async () => {
  for (const path of [`${base}s${ads}`, `/tools${ads}`, `${base.toUpperCase()}${ads}`]) {
    expect((await get(path)).status, path).toBe(404);
  }
});

test('the office behind gets a call with a body, an icon and an edge’s stream', async () => {
  const { appID } = await addApp(address + base);
  expect(appID).toMatch(/^\w{16}$/);
  expect((await get(`${base}/icons/no-such-icon.webp`)).status).toBe(404);
  expect((await get(`${base}/stream`)).status).toBe(401);
});

test.each([
  ['an absolute target', () => `http://example.com${base}${ads}`],
  ['a percent-encoded path', () => `/t%6fols/%61dwarden${ads}`],
  ['both', () => `http://example.com/t%6fols/adwarden${ads}`],
  ['only the own path encoded', () => `${base}/api/get%41ds${ads.slice('/api/getAds'.length)}`],
])('%s', async (_, target) => {
  const asked = `GET ${target()} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  expect(statusesIn(await sendRaw(address, asked))).toEqual(['200']);
});

test('HEAD of the ads', async () => {
  const asked = `HEAD ${base}${ads} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const heard = await sendRaw(address, asked);
  expect(statusesIn(heard)).toEqual(['200']);
  expect(heard.endsWith('\r\n\r\n')).toBe(true);
});

test('requests of one connection, some with BASE_PATH and some without, in order', async () => {
  const targets = [base + ads, '/healthz', `${base}/nothing`, ads, `${base}/healthz`, base + ads];
  const text = targets.map((target, place) => {
    const last = place === targets.length - 1 ? 'Connection: close\r\n' : '';
    return `GET ${target} HTTP/1.1\r\nHost: a\r\n${last}\r\n`;
  });
  const heard = await sendRaw(address, text.join(''));
  expect(statusesIn(heard)).toEqual(['200', '200', '404', '200', '200', '200']);
});

test('what it says at the start, and in its OpenAPI document, has the path', async () => {
  expect(whole.output()).toMatch(new RegExp(`is on http://localhost:\\d+${base}\\b`));
  const { text } = await get('/openapi.json');
  expect(JSON.parse(text).servers).toMatchObject([{ url: base }]);
});

test('the reference page asks only for files below it', async () => {
  for (const path of ['/docs', '/docs/']) {
    const page = await get(base + path);
    const files = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const { pathname } = new URL(file, address + base + path);
      expect(pathname).toContain(`${base}/docs/static/`);
      expect((await get(pathname)).status, pathname).toBe(200);
    }
  }
});

test('an edge below a path of its own follows an office below another one', async () => {
  const edge = startEdge(address + base, { BASE_PATH: '/ads' });
  const near = await edge.ready;
  await untilAnswered(near + ads);
  expect((await askAnew(`${near}/ads${ads}`)).status).toBe(200);
  expect((await askAnew(`${near}${base}${ads}`)).status).toBe(404);
});

test('an office alone refuses ads at both, and answers calls at both', async () => {
  const office = await start({ ROLE: 'office', EDGE_KEYS: key }).ready;
  for (const path of [ads, base + ads]) {
    expect((await askAnew(office + path)).status, path).toBe(503);
  }
  const { appID } = await addApp(office + base);
  expect(appID).toMatch(/^\w{16}$/);
});
