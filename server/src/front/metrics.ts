import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { gzipText, takesGzip } from '../kit/answers/gzip.ts';
import { AppError, internalMessage } from '../kit/app-error.ts';
import { freeBytes } from '../kit/process/disk.ts';
import { resolvesWithin } from '../kit/within.ts';
import { answerByHand, type MayAnswer, reads, refuseByHand } from './answer-by-hand.ts';
import type { Readiness } from './health.ts';
import { ownTurn } from './loop-turns.ts';
import type { IsOpened } from './opened.ts';

/** Builds the metrics of this process: its own figures, which program it is, and its connections. */
export function createMetrics(deps: {
  build: { version: string; commit: string };
  connectionsRefused: () => number;
  /** Requests with forwarded headers, which are ignored because TRUST_PROXY does not name where they come from. */
  forwardedIgnored: () => number;
}): Registry {
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
  new Gauge({
    name: 'adwarden_build_info',
    help: 'Always 1; the labels say which program this is',
    labelNames: ['version', 'commit'] as const,
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(deps.build, 1);
    },
  });
  new Counter({
    name: 'adwarden_connections_refused_total',
    help: 'Connections that were closed at once, because the process may not open more files',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(deps.connectionsRefused());
    },
  });
  new Counter({
    name: 'adwarden_forwarded_ignored_total',
    help: 'Requests whose forwarded headers were ignored, because TRUST_PROXY does not name where they come from',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(deps.forwardedIgnored());
    },
  });
  return registry;
}

/** Adds what the front answers in the place of an office that is away: a 503, which the office cannot count. */
export function addAwayMetric(registry: Registry, refused: () => number): void {
  new Counter({
    name: 'adwarden_office_away_total',
    help: 'Requests that got a 503 because the office was away',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(refused());
    },
  });
}

const diskWithinMs = 500;

/** Adds what alerts look at: whether `/readyz` names troubles, and the room on the disk of the data folder. */
export function addNodeMetrics(
  registry: Registry,
  { readiness, dataDir }: { readiness: Readiness; dataDir: string },
): void {
  new Gauge({
    name: 'adwarden_degraded',
    help: '1 while /readyz names troubles, or is not ready',
    aggregator: 'max',
    registers: [registry],
    collect() {
      const { ready, troubles } = readiness();
      this.set(ready && troubles.length === 0 ? 0 : 1);
    },
  });
  new Gauge({
    name: 'adwarden_data_folder_free_bytes',
    help: 'Free room on the disk of DATA_DIR; absent while nobody can say it',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      // `reset` would set it to 0.
      this.remove();
      const asked = freeBytes(dataDir);
      // A disk that hangs must not hold up the other metrics.
      const isKnown = await resolvesWithin(asked, diskWithinMs).catch(() => false);
      if (isKnown) this.set(await asked);
    },
  });
}

/** Says how the figures of several workers become one: of some the largest or the oldest, of all others the sum. */
function setAggregators(registry: Registry): void {
  for (const metric of registry.getMetricsAsArray()) {
    if (metric.name.startsWith('nodejs_eventloop_lag')) metric.aggregator = 'max';
    if (metric.name === 'process_start_time_seconds') metric.aggregator = 'min';
  }
}

/** Returns the metrics of several processes as one text: for each metric the sum, or the result of its `aggregator`. */
export const textOfAll = (all: object[]): Promise<string> =>
  AggregatorRegistry.aggregate(all).metrics();

/** `/metrics` in Prometheus' format. `read` may throw an AppError `unavailable`. */
export function answerMetrics(read: () => Promise<string>, isOpened: IsOpened): MayAnswer {
  let reading: Promise<string> | null = null;
  /** Requests that come during a reading share it. */
  function readOnce(): Promise<string> {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }
  return (request, response) => {
    if (!reads(request, '/metrics')) return false;
    if (!isOpened(request)) {
      refuseByHand(response, 403, 'Metrics need METRICS_TOKEN, or METRICS_PORT on this machine');
      return true;
    }
    const answer = async () => {
      const text = await readOnce();
      await ownTurn();
      const isGzipped = takesGzip(request.headers['accept-encoding']);
      answerByHand(
        response,
        200,
        isGzipped ? await gzipText(text) : text,
        ['Vary', 'Accept-Encoding', ...(isGzipped ? ['Content-Encoding', 'gzip'] : [])],
        Registry.PROMETHEUS_CONTENT_TYPE,
      );
    };
    answer().catch((error) =>
      error instanceof AppError
        ? refuseByHand(response, 503, error.message)
        : refuseByHand(response, 500, internalMessage),
    );
    return true;
  };
}
