import { type Edge, edgeStates } from '@adwarden/contract/edges';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { resolvesWithin } from '../kit/within.ts';
import type { BackOffice } from './route.ts';

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The buckets of routes: there are many routes, and none is slow below 5 ms. */
const routeSeconds = seconds.filter((bucket) => bucket >= 0.005);

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

/** Adds the time of every back-office answer by route, and the answers by status: together they would be too many series. */
export function timeRoutes(server: BackOffice, registry: Registry): void {
  const requests = new Histogram({
    name: 'adwarden_http_request_seconds',
    help: 'Time of a back-office answer by route',
    labelNames: ['route'] as const,
    buckets: routeSeconds,
    registers: [registry],
  });
  const answers = new Counter({
    name: 'adwarden_http_answers_total',
    help: 'Back-office answers by status',
    labelNames: ['status'] as const,
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    requests.observe({ route: request.routeOptions.url ?? 'unknown' }, reply.elapsedTime / 1000);
    answers.inc({ status: String(reply.statusCode) });
  });
}

/** Adds when the last good backup was made, and its size; 0 for none, and nothing where nobody says whether there is one. */
export function addBackupMetrics(
  registry: Registry,
  state: () => { lastAt: number | null; bytes: number } | null,
): void {
  new Gauge({
    name: 'adwarden_backup_last_seconds',
    help: 'When the last good backup was made, epoch seconds; 0 for none',
    aggregator: 'max',
    registers: [registry],
    collect() {
      const known = state();
      if (known) this.set((known.lastAt ?? 0) / 1000);
      else this.remove();
    },
  });
  new Gauge({
    name: 'adwarden_backup_bytes',
    help: 'Size of the last good backup',
    aggregator: 'max',
    registers: [registry],
    collect() {
      const known = state();
      if (known) this.set(known.bytes);
      else this.remove();
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

/** Adds whether the database is known to be damaged (ADR 110). */
export function addDamageMetric(registry: Registry, isDamaged: () => boolean): void {
  new Gauge({
    name: 'adwarden_database_damaged',
    help: '1 while the database is known to be damaged',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(isDamaged() ? 1 : 0);
    },
  });
}

/** Adds when the jobs of this office last succeeded, and for how long they are late: a stopped one cannot report it itself. */
export function addJobMetrics(
  registry: Registry,
  states: () => { name: string; lateMs: number; succeededAt: number | null }[],
): void {
  new Gauge({
    name: 'adwarden_task_late_seconds',
    help: 'For how long a task of the office should have succeeded again',
    labelNames: ['task'] as const,
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      for (const { name: task, lateMs } of states()) this.set({ task }, lateMs / 1000);
    },
  });
  new Gauge({
    name: 'adwarden_task_last_success_seconds',
    help: 'When a task of the office last succeeded, epoch seconds; absent before',
    labelNames: ['task'] as const,
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      for (const { name: task, succeededAt } of states()) {
        if (succeededAt !== null) this.set({ task }, succeededAt / 1000);
      }
    },
  });
}

/** Adds when the certificate of PUBLIC_URL ends; nothing while nobody knows it. */
export function addCertificateMetric(registry: Registry, end: () => number | null): void {
  new Gauge({
    name: 'adwarden_certificate_end_seconds',
    help: 'When the certificate of PUBLIC_URL ends, epoch seconds; 0 when browsers do not trust it',
    aggregator: 'min',
    registers: [registry],
    collect() {
      const known = end();
      if (known === null) this.remove();
      else this.set(known / 1000);
    },
  });
}

/** The time limit for the query of edges: a database that is slow or gone must not block the other metrics. */
const edgesWithinMs = 500;

/** The most edges by name; of more, only numbers are shown. */
const mostEdges = 100;

/**
 * Adds the latest edges by name: when an office heard of each last, and the lag of those that follow one; and the number of the
 * others.
 */
export function addEdgeMetrics(registry: Registry, read: () => Promise<Edge[]>): void {
  let reading: Promise<Edge[]> | null = null;

  /** Reads the edges. All these metrics are collected at the same time, so they share one query. */
  function edges(): Promise<Edge[]> {
    reading ??= readLatest().finally(() => {
      reading = null;
    });
    return reading;
  }
  async function readLatest(): Promise<Edge[]> {
    const all = await readInTime();
    return all.toSorted((one, other) => Date.parse(other.lastSeenAt) - Date.parse(one.lastSeenAt));
  }
  async function readInTime(): Promise<Edge[]> {
    const all = read();
    const isInTime = await resolvesWithin(all, edgesWithinMs).catch(() => false);
    return isInTime ? all : [];
  }
  const labels = { labelNames: ['edge'] as const, aggregator: 'max' as const };
  new Gauge({
    name: 'adwarden_edge_last_seen_seconds',
    ...labels,
    registers: [registry],
    help: 'When an office heard of this edge last, epoch seconds',
    async collect() {
      const all = await edges();
      this.reset();
      for (const { name, lastSeenAt } of all.slice(0, mostEdges))
        this.set({ edge: name }, Date.parse(lastSeenAt) / 1000);
    },
  });
  new Gauge({
    name: 'adwarden_edge_lag_seconds',
    ...labels,
    registers: [registry],
    help: 'For how long the ads of this edge may be old; absent while it is silent',
    async collect() {
      const all = await edges();
      this.reset();
      for (const { name, lagMs } of all.slice(0, mostEdges))
        if (lagMs !== null) this.set({ edge: name }, lagMs / 1000);
    },
  });
  new Gauge({
    name: 'adwarden_edges_not_shown',
    help: 'Edges beyond the latest 100, by state: following, silent',
    labelNames: ['state'] as const,
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const rest = (await edges()).slice(mostEdges);
      for (const state of edgeStates) {
        this.set({ state }, rest.filter((edge) => edge.state === state).length);
      }
    },
  });
}
