import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '../kit/app-error.ts';
import { constantTimeEqual } from '../kit/constant-time.ts';
import type { BackOffice } from './route.ts';

/** What the metrics read from other parts at each request. */
export type MetricsSources = {
  /** Which program this is. */
  build: { version: string; commit: string };
  /** Ads answers so far, by outcome. */
  adsOutcomes: () => Readonly<Record<string, number>>;
  /** Ads answers to an old token. */
  oldTokens: () => number;
  appsInSnapshot: () => number;
  /** Ads answers of apps with IP rules, by what was known of the caller. */
  callers: () => { country: string; vpn: string; count: number }[];
  /** Calls of outside services, by service and outcome. */
  lookups: () => Readonly<Record<string, Readonly<Record<string, number>>>>;
  connectionsRefused: () => number;
  /** When the data of the database of countries was made, in epoch milliseconds. */
  countriesBuiltAt: () => number;
  /** Opens `/metrics` to others than a direct loopback peer. */
  token: string | undefined;
  /** The metrics of all workers of this machine, as text; undefined when there is only this process. */
  ofAll: (() => Promise<string>) | undefined;
};

export type Metrics = {
  registry: Registry;
  /** Takes the duration of one database call, in milliseconds. */
  databaseCall: (milliseconds: number) => void;
};

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Builds the registry: process and event-loop figures, the ads snapshot, the database's delay. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // These gauges have names of counters (`_total`); the metrics without `_total` say the same by kind.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
  setAggregators(registry);
  new Gauge({
    name: 'adwarden_workers',
    help: 'Processes that this answer speaks of',
    registers: [registry],
  }).set(1);
  const database = new Histogram({
    name: 'adwarden_database_call_seconds',
    help: 'Time of one database call as the server sees it',
    buckets: seconds,
    registers: [registry],
  });
  return { registry, databaseCall: (milliseconds) => database.observe(milliseconds / 1000) };
}

/** Says how the figures of several workers become one: of some the largest or the oldest, of all others the sum. */
function setAggregators(registry: Registry): void {
  for (const metric of registry.getMetricsAsArray()) {
    if (metric.name.startsWith('nodejs_eventloop_lag')) metric.aggregator = 'max';
    if (metric.name === 'process_start_time_seconds') metric.aggregator = 'min';
  }
}

/** `localhost`, 127.0.0.0/8 or `[::1]`, with or without a port. */
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Whether the request comes from a scraper on this machine: the peer and the Host are loopback, and no proxy has
 * forwarded it (ADR 29 "First start"). The Host is checked because of proxies that add no header, and of web pages
 * whose name resolves to 127.0.0.1: their requests name another host.
 */
function isDirectLoopback(request: FastifyRequest): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
  const peer = request.socket.remoteAddress ?? '';
  return (
    /^(127\.|::1$|::ffff:127\.)/.test(peer) &&
    loopbackHost.test(request.headers.host ?? '') &&
    forwarded.every((name) => !(name in request.headers))
  );
}

/** Times every back-office answer by route and serves `/metrics` in Prometheus' format. */
export function metricsRoutes(
  server: BackOffice,
  { registry }: Metrics,
  sources: MetricsSources,
): void {
  const requests = new Histogram({
    name: 'adwarden_http_request_seconds',
    help: 'Time of a back-office answer by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: seconds,
    registers: [registry],
  });
  new Counter({
    name: 'adwarden_ads_answers_total',
    help: 'Ads answers by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(sources.adsOutcomes())) {
        this.inc({ outcome }, count);
      }
    },
  });
  new Counter({
    name: 'adwarden_ads_old_tokens_total',
    help: 'Ads answers to a token that was rotated away and is still good',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sources.oldTokens());
    },
  });
  new Counter({
    name: 'adwarden_ads_callers_total',
    help: 'Ads answers by IP rules, by what was known of the caller',
    labelNames: ['country', 'vpn'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { count, ...labels } of sources.callers()) this.inc(labels, count);
    },
  });
  new Counter({
    name: 'adwarden_caller_lookups_total',
    help: 'Questions to outside services about callers, by outcome',
    labelNames: ['service', 'outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [service, counts] of Object.entries(sources.lookups())) {
        for (const [outcome, count] of Object.entries(counts)) {
          this.inc({ service, outcome }, count);
        }
      }
    },
  });
  new Counter({
    name: 'adwarden_connections_refused_total',
    help: 'Connections that were closed at once, because the process may not open more files',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sources.connectionsRefused());
    },
  });
  new Gauge({
    name: 'adwarden_build_info',
    help: 'Always 1; the labels say which program this is',
    labelNames: ['version', 'commit'] as const,
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(sources.build, 1);
    },
  });
  new Gauge({
    name: 'adwarden_country_database_built_seconds',
    help: 'When the data of the database of countries was put together, epoch seconds',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(sources.countriesBuiltAt() / 1000);
    },
  });
  new Gauge({
    name: 'adwarden_ads_snapshot_apps',
    help: 'Apps that the ads endpoint answers for',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(sources.appsInSnapshot());
    },
  });

  server.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    };
    requests.observe(labels, reply.elapsedTime / 1000);
  });

  server.get(
    '/metrics',
    { schema: { hide: true }, config: { open: true } },
    async (request, reply) => {
      const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const opened = sources.token && given && constantTimeEqual(given, sources.token);
      if (!opened && !isDirectLoopback(request)) {
        throw new AppError('forbidden', 'Metrics are not open to this caller');
      }
      const text = sources.ofAll ? await sources.ofAll() : await registry.metrics();
      return reply.type(registry.contentType).send(text);
    },
  );
}
