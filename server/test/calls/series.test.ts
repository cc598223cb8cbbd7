import { gunzipSync } from 'node:zlib';
import { errorStatus } from '@adwarden/contract/error-codes';
import { fastify } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEdgeMetrics, timeRoutes } from '../../src/http/metrics.ts';
import type { BackOffice } from '../../src/http/route.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';

/* The most series that a node has in its metrics (ADR 112). */

let adwarden: TestServer;
beforeAll(async () => {
  adwarden = await buildTestServer();
});
afterAll(() => adwarden.close());

const seriesOf = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('#'));

/** Returns every route of the server, with its methods. */
function routes(): { method: string; url: string }[] {
  const above: string[] = [];
  return adwarden.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([^)]*)\))?/.exec(line) ?? [];
      if (!line.includes('── ')) return [];
      const depth = indent.length / 4;
      above.length = depth;
      above.push(part);
      return methods
        .split(', ')
        .filter(Boolean)
        .map((method) => ({ method, url: above.join('') }));
    });
}

/** Every status that a route of this server, its framework or its sender of files may answer. */
const statuses = [
  ...new Set([
    200,
    201,
    202,
    204,
    206,
    304,
    404,
    405,
    406,
    412,
    414,
    416,
    ...Object.values(errorStatus),
  ]),
];

test('each route with each method and each status makes fewer than 2,000 series with all others', async () => {
  const all = routes();
  const registry = new Registry();
  const server = fastify();
  timeRoutes(server as unknown as BackOffice, registry);
  for (const { method, url } of all) {
    server.route({
      method,
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => reply.code(Number(request.headers['x-status'])).send(),
    });
  }
  // Each of the real calls is there.
  expect(all).toContainEqual({ method: 'PUT', url: '/apps/updateApp/:appID' });
  expect(all.length).toBeGreaterThan(100);
  for (const { method, url } of all) {
    for (const status of statuses) {
      const path = url.replaceAll(/:\w+/g, '1').replace('*', 'x');
      const headers = { 'x-status': String(status) };
      await server.inject({ method: method as 'GET', url: path, headers });
    }
  }
  const made = seriesOf(await registry.metrics());
  const urls = new Set(all.map(({ url }) => url));
  for (const url of urls) expect(made.join('\n')).toContain(`route="${url}"`);
  for (const status of statuses) expect(made.join('\n')).toContain(`status="${status}"`);
  await adwarden.signInAdmin();
  const others = seriesOf((await metrics()).text).filter(
    (line) => !line.startsWith('adwarden_http_'),
  );
  expect(others.length).toBeGreaterThan(100);
  expect(
    made.length + others.length,
    `${made.length} of calls, ${others.length} others`,
  ).toBeLessThan(2_000);
}, 120_000);

const metrics = (headers: Record<string, string> = {}) =>
  adwarden.inject({ method: 'GET', url: '/metrics', headers, remoteAddress: '127.0.0.1' });

test('they are compressed for whoever takes it', async () => {
  const plain = await metrics();
  const packed = await metrics({ 'accept-encoding': 'gzip' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.headers['content-encoding']).toBe('gzip');
  const text = gunzipSync(packed.bytes).toString();
  expect(text).toContain('adwarden_ads_answers_total{outcome="ok"}');
  expect(packed.bytes.length * 3).toBeLessThan(text.length);
});

test('of edges the latest 100 are named, and the others are a number', async () => {
  const registry = new Registry();
  const now = Date.now();
  const edge = (place: number) => ({
    name: `edge-${place}`,
    state: place < 120 ? ('following' as const) : ('silent' as const),
    versions: ['1'],
    processes: 1,
    lagMs: place < 120 ? 5 : null,
    firstSeenAt: new Date(0).toISOString(),
    lastSeenAt: new Date(now - place * 1000).toISOString(),
  });
  const all = Array.from({ length: 150 }, (_, place) => edge(place)).toReversed();
  addEdgeMetrics(registry, async () => all);
  const text = await registry.metrics();
  const named = (metric: string) =>
    [...text.matchAll(new RegExp(`^${metric}\\{edge="edge-(\\d+)"\\}`, 'gm'))].map(([, place]) =>
      Number(place),
    );
  expect(Math.max(...named('adwarden_edge_last_seen_seconds'))).toBe(99);
  expect(named('adwarden_edge_last_seen_seconds')).toHaveLength(100);
  expect(named('adwarden_edge_lag_seconds')).toHaveLength(100);
  expect(text).toContain('adwarden_edges_not_shown{state="following"} 20');
  expect(text).toContain('adwarden_edges_not_shown{state="silent"} 30');
});
