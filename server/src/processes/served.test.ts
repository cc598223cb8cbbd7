import { fastify } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, expect, test, vi } from 'vitest';
import { timeRoutes } from '../http/metrics.ts';
import type { BackOffice } from '../http/route.ts';
import type { MetricsJson } from './messages.ts';
import { logServed, servedOf } from './served.ts';

afterEach(() => void vi.useRealTimers());

const counter = (name: string, values: MetricsJson[number]['values']): MetricsJson[number] => ({
  name,
  help: '',
  type: 'counter',
  aggregator: 'sum',
  values,
});
const ads = (outcome: string, value: number) => ({ labels: { outcome }, value });
const calls = (status: string, value: number) => ({ labels: { status }, value });

test('every five minutes a line says what was served since the last one', async () => {
  vi.useFakeTimers();
  const lines: object[] = [];
  let times = 1;
  const gather = async (): Promise<MetricsJson[]> => [
    [counter('adwarden_ads_answers_total', [ads('ok', 10 * times), ads('unauthorized', 2)])],
    [
      counter('adwarden_ads_answers_total', [ads('notModified', 5 * times), ads('failed', 1)]),
      counter('adwarden_office_away_total', [{ labels: {}, value: 2 * times }]),
    ],
    [
      counter('adwarden_http_answers_total', [
        calls('200', 7 * times),
        calls('404', 3),
        calls('503', 4),
      ]),
    ],
  ];
  const logger = { info: (fields: object) => lines.push(fields) };
  const stop = logServed(gather, logger as never);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  times = 3;
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  stop();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(lines).toEqual([
    {
      ads: { answered: 15, refused: 2, failed: 1 },
      calls: { answered: 7, refused: 3, failed: 6 },
    },
    {
      ads: { answered: 30, refused: 0, failed: 0 },
      calls: { answered: 14, refused: 0, failed: 4 },
    },
  ]);
});

test('it reads the metrics as a server has them: each status has its end', async () => {
  const registry = new Registry();
  const server = fastify();
  timeRoutes(server as unknown as BackOffice, registry);
  server.get('/x', (request, reply) =>
    reply.code(Number(request.headers['x-status'])).send('answer'),
  );
  const statuses = [200, 201, 304, 400, 401, 404, 429, 500, 503];
  for (const status of statuses) {
    await server.inject({ url: '/x', headers: { 'x-status': String(status) } });
  }
  await expect
    .poll(async () => servedOf([(await registry.getMetricsAsJSON()) as MetricsJson]).calls)
    .toEqual({ answered: 3, refused: 4, failed: 2 });
});
