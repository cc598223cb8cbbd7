import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { FirstAdmin } from '../features/admins/admins.service.ts';

/** What a process that the supervisor starts does. */
export type Task = 'ads' | 'office';

/** The metrics of one process, in prom-client's JSON. */
export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[];

/** Messages from a process to the supervisor. */
export type FromProcess =
  | { kind: 'prepared'; admin: FirstAdmin | null }
  | { kind: 'serving' }
  | { kind: 'refused'; message: string }
  /** Asks for the metrics of all processes. */
  | { kind: 'ask-all'; id: number }
  /** The metrics of this process, after `ask`. */
  | { kind: 'metrics'; id: number; metrics: MetricsJson };

/** Messages from the supervisor to a process. */
export type ToProcess =
  /** To a process that listens at the port, with the handle. */
  | { kind: 'listen' }
  /** The same with the handle of METRICS_PORT. */
  | { kind: 'listen-metrics' }
  | { kind: 'ask'; id: number }
  /** The metrics of all processes in Prometheus' format, after `ask-all`. */
  | { kind: 'metrics-of-all'; id: number; text: string }
  /** Everybody stops: the office ends its own work, and answers until it is told to stop. */
  | { kind: 'calm' }
  | { kind: 'stop' };
