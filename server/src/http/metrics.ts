import type { Edge } from '@adwarden/contract/edges';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { resolvesWithin } from '../kit/within.ts';
import type { BackOffice } from './route.ts';

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Adds the time of database calls. Returns the function that takes the duration of one, in milliseconds. */
export function timeDatabaseCalls(registry: Registry): (milliseconds: number) => void {
  const database = new Histogram({
    name: 'adwarden_database_call_seconds',
    help: 'Time of one database call as the server sees it',
    buckets: seconds,
    registers: [registry],
  });
  return (milliseconds) => database.observe(milliseconds / 1000);
}

/** Adds the time of every back-office answer, by route. */
export function timeRoutes(server: BackOffice, registry: Registry): void {
  const requests = new Histogram({
    name: 'adwarden_http_request_seconds',
    help: 'Time of a back-office answer by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: seconds,
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
}

/** Adds when the last good backup was made, and its size; 0 for none. */
export function addBackupMetrics(
  registry: Registry,
  state: () => { lastAt: number | null; bytes: number },
): void {
  new Gauge({
    name: 'adwarden_backup_last_seconds',
    help: 'When the last good backup was made, epoch seconds; 0 for none',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set((state().lastAt ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'adwarden_backup_bytes',
    help: 'Size of the last good backup',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(state().bytes);
    },
  });
}

/** Adds whether the clock is not believed (ADR 64). */
export function addClockMetric(registry: Registry, isDoubted: () => boolean): void {
  new Gauge({
    name: 'adwarden_clock_not_believed',
    help: '1 while the clock is not believed: nothing becomes due or ends',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(isDoubted() ? 1 : 0);
    },
  });
}

/** A database that is slow or gone must not hold up the other metrics. */
const edgesWithinMs = 500;

/** Adds the edges, by name: when an office heard of each last, and the lag of those that follow one. */
export function addEdgeMetrics(registry: Registry, read: () => Promise<Edge[]>): void {
  let reading: Promise<Edge[]> | null = null;

  /** Both metrics are collected at the same time, so they share one query. */
  function edges(): Promise<Edge[]> {
    reading ??= readInTime().finally(() => {
      reading = null;
    });
    return reading;
  }
  async function readInTime(): Promise<Edge[]> {
    const all = read();
    const isInTime = await resolvesWithin(all, edgesWithinMs).catch(() => false);
    return isInTime ? all : [];
  }
  const labels = { labelNames: ['edge'] as const, aggregator: 'max' as const };
  new Gauge({
    ...{ name: 'adwarden_edge_last_seen_seconds', ...labels, registers: [registry] },
    help: 'When an office heard of this edge last, epoch seconds',
    async collect() {
      const all = await edges();
      this.reset();
      for (const { name, lastSeenAt } of all)
        this.set({ edge: name }, Date.parse(lastSeenAt) / 1000);
    },
  });
  new Gauge({
    ...{ name: 'adwarden_edge_lag_seconds', ...labels, registers: [registry] },
    help: 'For how long the ads of this edge may be old; absent while it is silent',
    async collect() {
      const all = await edges();
      this.reset();
      for (const { name, lagMs } of all) if (lagMs !== null) this.set({ edge: name }, lagMs / 1000);
    },
  });
}
