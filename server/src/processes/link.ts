import type { Registry } from 'prom-client';
import { AppError } from '../kit/app-error.ts';
import { repeatInStep } from '../kit/in-step.ts';
import type { Logger } from '../kit/logger.ts';
import type { Settings } from '../settings.ts';
import type { StartReport } from '../start-report.ts';
import type { StopBy } from '../stop.ts';
import { createAwakeClock, heartbeat } from './heartbeat.ts';
import type { FromProcess, MetricsJson, Task, ToProcess } from './messages.ts';

/** The environment variables that the supervisor sets for its processes. */
export const variables = {
  task: 'ADWARDEN_TASK',
  /** The number of an ads process, from 1. One that replaces another gets the same number. */
  number: 'ADWARDEN_NUMBER',
  /** The socket where the office takes requests that ads processes pass on. */
  officeSocket: 'ADWARDEN_OFFICE_SOCKET',
  /** The socket where ads processes follow the office. */
  streamSocket: 'ADWARDEN_STREAM_SOCKET',
  /** The number of ads processes that follow the office of this machine. */
  adsProcesses: 'ADWARDEN_ADS_PROCESSES',
  /** Set for a process that replaces one that has served: it makes no data folder and no database. */
  again: 'ADWARDEN_AGAIN',
  /** '1' for an ads process while the emergency stop holds. */
  adsStopped: 'ADWARDEN_ADS_STOPPED',
};

/** Returns the task of this process for a supervisor; null when a person has started it. */
export function taskHere(): Task | null {
  const task = process.env[variables.task];
  return process.send && (task === 'ads' || task === 'office') ? task : null;
}

/** The dependencies of each process of the supervisor. */
export type ProcessDeps = { settings: Settings; logger: Logger; link: Link; stopBy: StopBy };

/** A process's connection to the supervisor. */
export type Link = Pick<StartReport, 'prepared' | 'refused'> & {
  serving(): void;
  /** Starts to report every two seconds that this process runs. Call it when the process answers; `serving` does it, too. */
  beat(): void;
  /** Announces work that may block this process, for ten minutes at most. Returns the function to call at its end. */
  work(): () => void;
  /** Returns the troubles of the processes of this machine, in words. */
  troubles(): string[];
  /** Tells whether the supervisor runs. */
  hearsSupervisor(): boolean;
  /** Returns the metrics of each process; AppError `unavailable` when there is no answer within 2 s. */
  metricsOfAll(): Promise<MetricsJson[]>;
  /** Sets the metrics that this process sends when the supervisor asks. */
  share(registry: Registry): void;
  /** Sets the functions that these messages of the supervisor call. */
  on(what: {
    listen?: (handle: unknown) => void;
    'listen-metrics'?: (handle: unknown) => void;
    calm?: () => void;
    stop?: () => void;
    'stop-ads'?: (isStopped: boolean) => void;
  }): void;
};

/** The patience for metrics: longer than the supervisor waits for the slowest process. */
const patienceMs = 2_000;

/** Opens the connection. */
export function openLink(): Link {
  const waiting = new Map<number, (all: MetricsJson[]) => void>();
  let lastId = 0;
  let registry: Registry | undefined;
  let heard: Parameters<Link['on']>[0] = {};
  let isBeating = false;
  let works = 0;
  let troubles: string[] = [];
  const clock = createAwakeClock(heartbeat.everyMs);
  let heardAt = clock.now();
  /** Messages that came before a listener was set. */
  const early: [ToProcess, unknown][] = [];

  function tell(message: FromProcess): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
    return promise;
  }

  function beat(): void {
    if (isBeating) return;
    isBeating = true;
    let isOnItsWay = false;
    const say = () => {
      clock.tick();
      // A supervisor that stands still reads nothing, so only one beat waits for it.
      if (isOnItsWay) return;
      isOnItsWay = true;
      tell({ kind: 'beat' }).then(() => {
        isOnItsWay = false;
      });
    };
    say();
    repeatInStep(heartbeat.everyMs, say);
  }

  async function hear(message: ToProcess, handle: unknown): Promise<void> {
    switch (message.kind) {
      case 'state':
        heardAt = clock.now();
        troubles = message.troubles;
        return;
      case 'metrics-of-all':
        return waiting.get(message.id)?.(message.all);
      case 'ask':
        if (!registry) return;
        await tell({
          kind: 'metrics',
          id: message.id,
          metrics: await registry.getMetricsAsJSON(),
        });
        return;
      case 'stop-ads':
        if (!heard['stop-ads']) return void early.push([message, handle]);
        heard['stop-ads'](message.isStopped);
        return tell({ kind: 'stop-taken', id: message.id });
      case 'listen':
      case 'listen-metrics':
      case 'calm':
      case 'stop':
        if (heard[message.kind]) heard[message.kind]?.(handle);
        else early.push([message, handle]);
        return;
      default:
        message satisfies never;
    }
  }
  process.on('message', (message: ToProcess, handle) => void hear(message, handle));

  return {
    prepared: (admin) => void tell({ kind: 'prepared', admin }),
    serving() {
      beat();
      void tell({ kind: 'serving' });
    },
    beat,
    work() {
      works += 1;
      void tell({ kind: 'work', ms: heartbeat.longestWorkMs });
      return () => {
        works -= 1;
        if (works === 0) void tell({ kind: 'work', ms: 0 });
      };
    },
    troubles: () => troubles,
    hearsSupervisor: () => clock.now() - heardAt < heartbeat.supervisorSilentMs,
    refused: (message) => tell({ kind: 'refused', message }),
    share(own) {
      registry = own;
    },
    on(what) {
      heard = { ...heard, ...what };
      for (const [message, handle] of early.splice(0)) void hear(message, handle);
    },
    async metricsOfAll() {
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<MetricsJson[]>();
      const late = new AppError('unavailable', 'The metrics of the other processes did not come');
      const timer = setTimeout(() => reject(late), patienceMs);
      waiting.set(id, resolve);
      try {
        await tell({ kind: 'ask-all', id });
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
  };
}
