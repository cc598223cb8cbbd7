import { type ChildProcess, fork, type SendHandle } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../kit/logger.ts';
import { stopSignals } from '../stop.ts';
import {
  type AwakeClock,
  type Beats,
  createBeats,
  heartbeat,
  isStopped,
  processorTimeOf,
} from './heartbeat.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** Keeps one process running: when it dies, another one replaces it. */
export type Slot = {
  name: string;
  /** Resolves when the process serves; rejects when it cannot start, or ends before it serves. */
  start(): Promise<void>;
  /** Sends a message; false when there is no process at the moment. */
  tell(message: ToProcess): boolean;
  /** Sends a message that a process may miss, and no second one while the first one is on its way. */
  tellState(troubles: string[]): void;
  /** Kills the process if it hangs. Returns whether its silence is close to the limit. */
  look(): boolean;
  /** Tells whether there is a process that answers. */
  isReal(): boolean;
  /** Tells whether the process hangs again and again, or cannot be killed. */
  isStuck(): boolean;
  /** Stops the process; kills it when it still runs after `patienceMs` milliseconds. Resolves when it has ended. */
  stop(patienceMs: number): Promise<void>;
};

export type SlotDeps = {
  name: string;
  /** The file that it runs. */
  program: string;
  environment: Record<string, string>;
  /**
   * The nice value from its first moment on, because a start takes much processor time; null: that of the supervisor. A process
   * with a nice value is also ended first when memory is short.
   */
  niceness: number | null;
  /** The listening handles of the port and of METRICS_PORT, if this process listens there. */
  handles: { kind: 'listen' | 'listen-metrics'; handle: SendHandle }[];
  logger: Logger;
  /** A clock that stands still while the supervisor does. */
  now: AwakeClock;
  /** Whether it is killed when it hangs (HEARTBEAT). */
  isWatched: boolean;
  /** The longest time until it answers. */
  startMs: number;
  /** Whether it pauses when it soon hangs again, because its disk may be to blame. Otherwise it is started again at once. */
  restsWhenSilent: boolean;
  hear: (message: FromProcess) => void;
  /** Is called with the reason when the process will be started again; with null at the end. */
  ended: (reason: EndReason | null) => void;
};

/** The reasons why a process ended: it hung and was killed for it, somebody else killed it, or it ended by itself. */
export const endReasons = ['silent', 'killed', 'ended'] as const;
export type EndReason = (typeof endReasons)[number];

type Life = {
  /** The process; null when the system could not make it. */
  process: ChildProcess | null;
  serving: Promise<void>;
  beganAt: number;
  beats: Beats;
  /** The time when it began to answer; null before. */
  answersSince: number | null;
  /** The time since which it has been stopped before its first answer; null when it is not. */
  stoppedSince: number | null;
  /** The time when it was killed because it was silent. */
  killedAt: number | null;
  isStateOnItsWay: boolean;
  ended: Promise<string>;
};

const retryMs = { first: 100, last: 5_000 };
/** The time of answering after which the next process starts without a growing pause: the start was not the cause of its end. */
const goodServiceMs = 2_000;
/** The time of answering after which it is well again after a silence. */
const wellMs = 60_000;
/** The time between two starts of a process that hangs again and again. */
const restMs = 60_000;
/** The time after which a killed process that still exists is waiting for a disk. */
const dyingMs = 5_000;

/**
 * Tells whether the process died of a stop signal: somebody wants all to end. Once its code runs, a process leaves such signals
 * to the supervisor.
 */
const isToldToEnd = (how: string) => stopSignals.some((signal) => signal === how);

/** Returns for how long it answered, without a silence at its end. */
const answeredMs = ({ answersSince, killedAt, beats }: Life, now: AwakeClock) =>
  answersSince === null ? 0 : (killedAt === null ? now() : beats.lastAt()) - answersSince;

function reasonOf({ killedAt }: Life, how: string): EndReason {
  if (killedAt !== null) return 'silent';
  return how.startsWith('SIG') ? 'killed' : 'ended';
}

/** The points by which the system ends a process sooner when memory is short: of 1000. */
const endedSooner = 300;

/** Lets the system end this process before others when memory is short. Only Linux has this. */
function endSooner(pid: number): void {
  const file = `/proc/${pid}/oom_score_adj`;
  try {
    writeFileSync(file, String(Math.min(Number(readFileSync(file, 'utf8')) + endedSooner, 1000)));
  } catch {
    // The process has already ended, or this system is not Linux.
  }
}

/** Lowers the priority of a process; never raises it, which needs more rights. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.max(niceness, getPriority()));
  } catch {
    // The process has already ended.
  }
}

/** Builds a slot without a process. */
export function createSlot(deps: SlotDeps): Slot {
  const { name, program, environment, niceness, handles, logger, hear, ended, now } = deps;
  const { isWatched, startMs, restsWhenSilent } = deps;
  let life: Life | undefined;
  let isStopping = false;
  /** The number of hangs without a healthy time between them. */
  let silences = 0;

  function begin(): Life {
    const serving = Promise.withResolvers<void>();
    const end = Promise.withResolvers<string>();
    serving.promise.catch(() => {});
    const own: Life = {
      process: null,
      serving: serving.promise,
      ended: end.promise,
      beganAt: now(),
      beats: createBeats(startMs, now, () => processorTimeOf(own.process?.pid ?? 0)),
      answersSince: null,
      stoppedSince: null,
      killedAt: null,
      isStateOnItsWay: false,
    };
    life = own;
    const over = (how: string) => {
      if (life === own) life = undefined;
      if (answeredMs(own, now) >= wellMs) silences = 0;
      if (own.killedAt !== null) silences += 1;
      end.resolve(how);
      serving.reject(new Error(`${name} ended by ${how} before it served`));
      ended(isStopping ? null : reasonOf(own, how));
    };
    try {
      own.process = launch();
    } catch (error) {
      over((error as Error).message);
      return own;
    }
    const child = own.process;
    child.on('message', (message: FromProcess) => {
      if (message.kind === 'beat') {
        if (own.answersSince === null) own.beats.mayBeSilent(0);
        own.answersSince ??= now();
        own.beats.heard();
        return;
      }
      // Before its first answer, it may be silent anyway.
      if (message.kind === 'work' && own.answersSince !== null) own.beats.mayBeSilent(message.ms);
      if (message.kind === 'serving') serving.resolve();
      if (message.kind === 'refused') serving.reject(new Error(message.message));
      hear(message);
    });
    child.once('exit', (code, signal) => over(signal ?? `exit code ${code}`));
    // This event also comes for a message to a process that has just ended; then `exit` follows.
    child.on('error', (error) => child.pid === undefined && over(error.message));
    for (const { kind, handle } of child.pid === undefined ? [] : handles) {
      child.send({ kind } satisfies ToProcess, handle, { keepOpen: true });
    }
    return own;
  }

  function launch(): ChildProcess {
    // `node --watch` watches folders (scripts/dev.mjs), so it must not learn which files a process loads.
    const { WATCH_REPORT_DEPENDENCIES: _, ...inherited } = process.env;
    const child = fork(program, [], { env: { ...inherited, ...environment } });
    if (child.pid !== undefined && niceness !== null) {
      lowerPriority(child.pid, niceness);
      endSooner(child.pid);
    }
    return child;
  }

  function look(): boolean {
    if (!life?.process || isStopping || life.killedAt !== null) return false;
    if (now() - life.beats.lastAt() < heartbeat.everyMs && answeredMs(life, now) >= wellMs) {
      silences = 0;
    }
    if (!isWatched) return false;
    const silentMs = life.beats.silentMs();
    const isHung = silentMs >= heartbeat.silentMs || isHeldInStart(life);
    if (!isHung) return silentMs > heartbeat.closeMs;
    const { pid } = life.process;
    logger.error(
      { process: name, pid, silentMs: Math.round(silentMs), reason: 'silent' },
      'a process hangs: it says nothing any more, and is killed',
    );
    life.killedAt = now();
    life.process.kill('SIGKILL');
    return false;
  }

  /** Tells whether somebody has stopped a process that has not answered yet: it would never answer. */
  function isHeldInStart(present: Life): boolean {
    if (present.answersSince !== null) return false;
    const isHeld = isStopped(present.process?.pid ?? 0);
    present.stoppedSince = isHeld ? (present.stoppedSince ?? now()) : null;
    return present.stoppedSince !== null && now() - present.stoppedSince >= heartbeat.stoppedMs;
  }

  /** Tells whether the process waits for something, such as its disk: it hangs again and again, or does not even die. */
  function isStuck(): boolean {
    const isDying = Boolean(life?.killedAt) && now() - (life?.killedAt ?? 0) > dyingMs;
    return isDying || silences >= 2;
  }

  /** Starts the first process, and again when it dies of a signal that it could not leave to the supervisor yet. */
  async function beginWhole(): Promise<Life> {
    for (;;) {
      const first = begin();
      try {
        await first.serving;
        return first;
      } catch (error) {
        const how = await Promise.race([first.ended, '']);
        const mayTryAgain = isToldToEnd(how) || first.killedAt !== null;
        if (isStopping || !mayTryAgain) throw error;
        logger.info({ process: name, how }, 'a process ended during its start; starting it again');
        await pause(retryMs.first);
        if (isStopping) throw error;
      }
    }
  }

  /** Starts a new process after each one that ended, with growing pauses while they end soon. */
  async function keepFilled(first: Life): Promise<void> {
    let current = first;
    /** The time when the last process that had served ended; null while one serves. */
    let endedAt: number | null = null;
    for (let retry = retryMs.first; ; retry = Math.min(retry * 2, retryMs.last)) {
      const how = await current.ended;
      if (answeredMs(current, now) > goodServiceMs) retry = retryMs.first;
      const rest = isStuck() && restsWhenSilent ? restMs - (now() - current.beganAt) : 0;
      const wait = Math.max(retry, rest);
      if (!isStopping) {
        // A process that ends once is soon replaced; one that ends again and again is an error.
        const ofDeath = wait > retryMs.first ? 'error' : 'warn';
        const level = isToldToEnd(how) ? 'info' : ofDeath;
        const reason = reasonOf(current, how);
        logger[level](
          { process: name, how, reason, retry: wait },
          'a process ended; starting it again',
        );
      }
      endedAt ??= now();
      await pause(wait);
      if (isStopping) return;
      current = begin();
      current.serving.then(
        () => {
          const seconds = Math.round((now() - (endedAt ?? now())) / 1000);
          endedAt = null;
          logger.info({ process: name }, `a process serves again after ${seconds} s`);
        },
        (error: Error) =>
          logger.error({ process: name, reason: error.message }, 'a process cannot start'),
      );
    }
  }

  return {
    name,
    async start() {
      const first = await beginWhole();
      keepFilled(first).catch((error) =>
        logger.fatal({ err: error, process: name }, 'a process is not started again'),
      );
    },
    look,
    isReal: () => Boolean(life) && life?.answersSince !== null && life?.killedAt === null,
    isStuck,
    tellState(troubles) {
      const present = life;
      if (!present?.process?.connected || present.isStateOnItsWay) return;
      present.isStateOnItsWay = true;
      present.process.send({ kind: 'state', troubles } satisfies ToProcess, () => {
        present.isStateOnItsWay = false;
      });
    },
    tell: (message) => Boolean(life?.process?.connected && life.process.send(message, () => {})),
    async stop(patienceMs) {
      isStopping = true;
      if (!life?.process) return;
      const { process: child, ended } = life;
      if (child.connected) child.send({ kind: 'stop' } satisfies ToProcess, () => {});
      const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(late);
    },
  };
}
