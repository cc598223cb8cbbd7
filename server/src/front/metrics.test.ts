import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildTestServer, type TestServer } from '../../test/servers/build-test-server.ts';
import { metricsToken } from '../../test/servers/calls.ts';
import { buildInfo } from '../build-info.ts';
import { answerMetrics } from './metrics.ts';

let adwarden: TestServer;
beforeAll(async () => {
  adwarden = await buildTestServer();
});
afterAll(() => adwarden.close());

const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  adwarden.inject({ method: 'GET', url, headers, remoteAddress });
const scrape = (headers: Record<string, string> = {}, remoteAddress?: string) =>
  ask('/metrics', headers, remoteAddress);

test('METRICS_TOKEN opens request times, ads, snapshot, database and event loop', async () => {
  await adwarden.signInAdmin();
  const { status, text } = await scrape();
  expect(status, text).toBe(200);
  expect(text).toContain('adwarden_http_request_seconds_count{route="/admin/login"}');
  expect(text).toContain('adwarden_ads_answers_total{outcome="ok"} 0');
  const { version, commit } = buildInfo();
  expect(text).toContain(`adwarden_build_info{version="${version}",commit="${commit}"} 1`);
  expect(text).toContain('adwarden_ads_old_tokens_total 0');
  expect(text).toMatch(/adwarden_ads_snapshot_apps \d/);
  expect(text).toMatch(/adwarden_database_call_seconds_count [1-9]/);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).toContain('process_resident_memory_bytes');
});

const strangers: [string, Record<string, string>, string][] = [
  ['a peer from elsewhere', {}, '192.0.2.7'],
  ['a program on this machine', {}, '127.0.0.1'],
  ['the plainest proxy, which adds no field', { host: '127.0.0.1:8080' }, '127.0.0.1'],
  ['a program on this machine over IPv6', { host: 'localhost' }, '::1'],
  ['a wrong token', { authorization: `Bearer ${metricsToken}s` }, '127.0.0.1'],
  ['an empty token', { authorization: 'Bearer ' }, '127.0.0.1'],
  ['a token of another kind', { authorization: `Basic ${metricsToken}` }, '127.0.0.1'],
];
const withoutToken = (headers: Record<string, string>) => ({ authorization: '', ...headers });

test.each(strangers)('%s reads no metrics', async (_, headers, address) => {
  const { status, body, text } = await scrape(withoutToken(headers), address);
  expect(status, text).toBe(403);
  expect(body).toMatchObject({ status: 'error', message: expect.stringContaining('METRICS_') });
});

test.each(strangers)('%s reads of /readyz the state alone', async (_, headers, address) => {
  const { body } = await ask('/readyz', withoutToken(headers), address);
  expect(Object.keys(body)).toEqual(['status']);
});

test('without METRICS_TOKEN nobody reads them', async () => {
  const server = await buildTestServer({ METRICS_TOKEN: '' });
  onTestFinished(server.close);
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null']) {
    const headers = { authorization };
    const answer = await server.inject({ method: 'GET', url: '/metrics', headers });
    expect(answer.status, authorization).toBe(403);
    const { body } = await server.inject({ method: 'GET', url: '/readyz', headers });
    expect(Object.keys(body)).toEqual(['status']);
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
test('promtool finds nothing wrong with them', async ({ skip }) => {
  skip(!hasPromtool, 'promtool is not installed');
  const { text } = await scrape();
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect(checked.stdout + checked.stderr).toBe('');
  expect(checked.status).toBe(0);
});

test('no gauge has the name of a counter', async () => {
  const { text } = await scrape();
  const gauges = [...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name);
  expect(gauges.filter((name) => name?.endsWith('_total'))).toEqual([]);
});

test('the token opens them to everybody alike', async () => {
  const headers = { host: 'adwarden.example.com', 'x-forwarded-for': '192.0.2.8' };
  expect((await scrape(headers, '192.0.2.7')).status).toBe(200);
});

test('health and readiness', async () => {
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/readyz')).status, 'before the ads are loaded').toBe(503);
  await adwarden.listen();
  expect((await ask('/readyz')).body).toEqual({ status: 'ready', apps: 0, ...buildInfo() });
});

test('requests that come together share one reading, and a failed one is tried again', async () => {
  let readings = 0;
  async function read() {
    readings += 1;
    await pause(3_000); // longer than 50 connections need
    if (readings === 1) throw new Error('not yet');
    return `readings ${readings}`;
  }
  const answer = answerMetrics(read, () => true);
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  const askTogether = () => Promise.all(Array.from({ length: 50 }, () => fetch(url)));
  expect((await askTogether()).map(({ status }) => status)).toEqual(Array(50).fill(500));
  const texts = await Promise.all((await askTogether()).map((response) => response.text()));
  expect(new Set(texts)).toEqual(new Set(['readings 2']));
  server.close();
});
