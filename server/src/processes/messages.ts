import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client';
import type { FirstAdmin } from '../features/admins/admins.service.ts';

/** The task of a process that the supervisor starts. */
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
  /** Sent every two seconds, from the first answer on: its event loop runs. */
  | { kind: 'beat' }
  /** The process may be silent for `ms`, because of work that blocks its event loop; 0 ends this. */
  | { kind: 'work'; ms: number }
  | { kind: 'refused'; message: string }
  /** The process follows the `stop-ads` message with this id. */
  | { kind: 'stop-taken'; id: number }
  /** Asks for the metrics of all processes. */
  | { kind: 'ask-all'; id: number }
  /** The metrics of this process, after `ask`. */
  | { kind: 'metrics'; id: number; metrics: MetricsJson };

/** Messages from the supervisor to a process. */
export type ToProcess =
  /** For a process that listens at the port, with the handle. */
  | { kind: 'listen' }
  /** The same with the handle of METRICS_PORT. */
  | { kind: 'listen-metrics' }
  | { kind: 'ask'; id: number }
  /** The metrics of each process, after `ask-all`. */
  | { kind: 'metrics-of-all'; id: number; all: MetricsJson[] }
  /** The state of the machine, in words; it also shows that the supervisor runs. */
  | { kind: 'state'; troubles: string[] }
  /** For a process that answers ads: the emergency stop begins or ends. */
  | { kind: 'stop-ads'; isStopped: boolean; id: number }
  /** All processes stop: the office ends its own work, and answers until it is told to stop. */
  | { kind: 'calm' }
  | { kind: 'stop' };
