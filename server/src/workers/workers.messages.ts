import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { FirstAdmin } from '../features/admins/admins.service.ts';

/** The metrics of one process, in prom-client's JSON. */
export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[];

/** Messages from a worker to the supervisor. */
export type FromWorker =
  | { kind: 'prepared'; admin: FirstAdmin | null }
  | { kind: 'serving'; address: string }
  | { kind: 'refused'; message: string }
  /** Asks for the metrics of all workers. */
  | { kind: 'ask-all'; id: number }
  /** The metrics of this worker, after `ask`. */
  | { kind: 'metrics'; id: number; metrics: MetricsJson };

/** Messages from the supervisor to a worker. */
export type ToWorker =
  | { kind: 'ask'; id: number }
  /** The metrics of all workers in Prometheus' format, after `ask-all`. */
  | { kind: 'metrics-of-all'; id: number; text: string };
