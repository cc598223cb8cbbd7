import { type ChildProcess, fork, type SendHandle } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../kit/logger.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** Keeps one process running: when it dies, another one is started in its place. */
export type Slot = {
  name: string;
  /** Resolves when the process serves; rejects when it cannot start, or ends before it serves. */
  start(): Promise<void>;
  /** Sends a message; false when there is no process at the moment. */
  tell(message: ToProcess): boolean;
  /** Stops the process; it is killed when it still runs after so many milliseconds. Resolves when it has ended. */
  stop(patienceMs: number): Promise<void>;
};

export type SlotParts = {
  name: string;
  /** The file that it runs. */
  program: string;
  environment: Record<string, string>;
  /** The nice value that it has from its first moment, because a start takes much processor time; null: as the supervisor. */
  niceness: number | null;
  /** The listening handles of the port and of METRICS_PORT, if this process listens there. */
  handles: { kind: 'listen' | 'listen-metrics'; handle: SendHandle }[];
  logger: Logger;
  hear: (message: FromProcess) => void;
  ended: () => void;
};

type Life = {
  process: ChildProcess;
  serving: Promise<void>;
  /** When it began to serve, by `performance.now()`; null before. */
  servesSince: number | null;
  ended: Promise<string>;
};

const retryMs = { first: 100, last: 5_000 };
/** When a process has served for this long, the next one starts without a growing pause: it did not die of its start. */
const goodServiceMs = 2_000;

/** Lowers the priority of a process; never raises it, which needs more rights. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.max(niceness, getPriority()));
  } catch {
    // The process has ended already.
  }
}

/** Builds a slot without a process. */
export function createSlot(parts: SlotParts): Slot {
  const { name, program, environment, niceness, handles, logger, hear, ended } = parts;
  let life: Life | undefined;
  let isStopping = false;

  function begin(): Life {
    // `node --watch` watches folders (scripts/dev.mjs); the files that a process loads are not for this one.
    const { WATCH_REPORT_DEPENDENCIES: _, ...inherited } = process.env;
    const child = fork(program, [], { env: { ...inherited, ...environment } });
    if (child.pid !== undefined && niceness !== null) lowerPriority(child.pid, niceness);
    const serving = Promise.withResolvers<void>();
    const end = Promise.withResolvers<string>();
    const over = (how: string) => {
      if (life?.process === child) life = undefined;
      end.resolve(how);
      serving.reject(new Error(`${name} ended by ${how} before it served`));
      ended();
    };
    child.on('message', (message: FromProcess) => {
      if (message.kind === 'serving') {
        own.servesSince ??= performance.now();
        serving.resolve();
      }
      if (message.kind === 'refused') serving.reject(new Error(message.message));
      hear(message);
    });
    child.once('exit', (code, signal) => over(signal ?? `exit code ${code}`));
    // Also emitted for a message to a process that has just ended; then `exit` follows.
    child.on('error', (error) => child.pid === undefined && over(error.message));
    serving.promise.catch(() => {});
    for (const { kind, handle } of handles) {
      child.send({ kind } satisfies ToProcess, handle, { keepOpen: true });
    }
    const own: Life = {
      ...{ process: child, serving: serving.promise, servesSince: null, ended: end.promise },
    };
    life = own;
    return own;
  }

  /** Starts a new process after each that ended, with growing pauses while they end soon. */
  async function keepFilled(first: Life): Promise<void> {
    let current = first;
    for (let retry = retryMs.first; ; retry = Math.min(retry * 2, retryMs.last)) {
      const how = await current.ended;
      const { servesSince } = current;
      if (servesSince !== null && performance.now() - servesSince > goodServiceMs) {
        retry = retryMs.first;
      }
      if (!isStopping)
        logger.error({ process: name, how, retry }, 'a process ended; starting it again');
      await pause(retry);
      if (isStopping) return;
      current = begin();
      current.serving.then(
        () => logger.info({ process: name }, 'a process serves again'),
        (error: Error) =>
          logger.error({ process: name, reason: error.message }, 'a process cannot start'),
      );
    }
  }

  return {
    name,
    async start() {
      const first = begin();
      await first.serving;
      keepFilled(first);
    },
    tell: (message) => Boolean(life?.process.connected && life.process.send(message, () => {})),
    async stop(patienceMs) {
      isStopping = true;
      if (!life) return;
      const { process: child, ended } = life;
      if (child.connected) child.send({ kind: 'stop' } satisfies ToProcess, () => {});
      const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(late);
    },
  };
}
