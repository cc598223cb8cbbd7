import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { FirstAdmin } from '../start-report.ts';

/** What one process counts, as prom-client tells it in JSON. */
export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[];

/** What a worker tells the supervisor. */
export type FromWorker =
  | { kind: 'prepared'; admin: FirstAdmin | null }
  | { kind: 'serving'; address: string }
  | { kind: 'refused'; message: string }
  /** Somebody wants to know what all workers count. */
  | { kind: 'ask-all'; id: number }
  /** What this worker counts, when it was asked. */
  | { kind: 'metrics'; id: number; metrics: MetricsJson };

/** What the supervisor tells a worker. */
export type ToWorker =
  | { kind: 'ask'; id: number }
  /** What all workers count, in Prometheus' format. */
  | { kind: 'metrics-of-all'; id: number; text: string };
