import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client';
import type { FirstAdmin } from '../features/admins/admins.service.ts';

/** What a process that the supervisor starts does. */
export type Task = 'ads' | 'office';

type Metric = MetricObjectWithValues<MetricValueWithName<string>>;

/** The metrics of one process, in prom-client's JSON. Its types say that `type` is a number; it is a word. */
export type MetricsJson = (Pick<Metric, 'name' | 'help' | 'aggregator' | 'values'> & {
  type: unknown;
})[];

/** Messages from a process to the supervisor. */
export type FromProcess =
  | { kind: 'prepared'; admin: FirstAdmin | null }
  | { kind: 'serving' }
  /** Every two seconds, from the first answer on: its event loop turns. */
  | { kind: 'beat' }
  /** It may be silent for so long, because of work that holds up its event loop; 0 ends it. */
  | { kind: 'work'; ms: number }
  | { kind: 'refused'; message: string }
  /** It answers as it was told by `stop-ads` with this id. */
  | { kind: 'stop-taken'; id: number }
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
  /** The metrics of each process, after `ask-all`. */
  | { kind: 'metrics-of-all'; id: number; all: MetricsJson[] }
  /** How the machine is, in words; also that the supervisor turns. */
  | { kind: 'state'; troubles: string[] }
  /** To a process that answers ads: the emergency stop begins or ends. */
  | { kind: 'stop-ads'; isStopped: boolean; id: number }
  /** Everybody stops: the office ends its own work, and answers until it is told to stop. */
  | { kind: 'calm' }
  | { kind: 'stop' };
