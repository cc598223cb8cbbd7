import { Worker } from 'node:worker_threads';
import { AppError } from '../../kit/app-error.ts';
import type { Logger } from '../../kit/logger.ts';
import { type Answers, type Calls, connectCalls } from './thread.calls.ts';

/** A thread without work ends after so long, and gives its memory back. */
const idleMs = 60_000;
/** A thread that is told to end has so long. */
const endWithinMs = 2000;
/** Work that needs more memory ends with its thread, not with the server. */
const mostMegabytes = 512;

/** Every thread can be told to end. */
type Ends = { end(nothing: null): Promise<void> };

type Parts = {
  name: string;
  program: URL;
  /** What the thread is started with: plain data. */
  settings: object;
  /** Called when a thread starts. Returns its answers to the thread, and what to do after the thread's end. */
  serve: () => { answers: Answers; ended?: () => void };
  logger: Logger;
};

type Running<Theirs extends Answers> = {
  worker: Worker;
  calls: Calls<Theirs>;
  ended: Promise<void>;
};

/** Work with a thread. `signal` is aborted when the work has taken too long, or its caller no longer wants it. */
type Work<Theirs extends Answers, T> = (calls: Calls<Theirs>, signal: AbortSignal) => Promise<T>;

/** Work may take `withinMs`, if that is given. `signal` says that its caller no longer wants it. */
type Terms = { withinMs?: number; signal?: AbortSignal };

/** What a caller does with a thread: `leave` must be called once. */
export type Taken<Theirs extends Answers> = {
  calls: Calls<Theirs>;
  /**
   * Does some work. Work that takes too long is told to end; if it does not, its thread is ended, and a new one does what
   * comes next. AppError `unavailable` in both cases, and for the others whose work the thread did.
   */
  work<T>(work: Work<Theirs, T>, terms?: Terms): Promise<T>;
  leave(): void;
};

/**
 * Does long work in another thread, so that the serving thread can answer ads meanwhile. The first work starts the thread.
 * If the thread dies, the callers that wait for it get a 503, and the next work starts a new thread.
 */
export function createHeldThread<Theirs extends Answers & Ends>(parts: Parts) {
  const { name, program, settings, serve, logger } = parts;
  let running: Running<Theirs> | null = null;
  let working = 0;
  let isStopping = false;
  let idle: NodeJS.Timeout | undefined;

  function start(): Running<Theirs> {
    const worker = new Worker(program, {
      name,
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    // Whoever waits for its work has a connection, which keeps the process running.
    worker.unref();
    const { answers, ended } = serve();
    const calls = connectCalls<Theirs>(worker, answers);
    worker.on('error', (err) => logger.error({ err }, `the thread "${name}" has failed`));
    const exit = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        if (running?.worker === worker) running = null;
        calls.fail(interrupted());
        ended?.();
        resolve();
      });
    });
    return { worker, calls, ended: exit };
  }

  async function end(): Promise<void> {
    const ending = running;
    running = null;
    if (!ending) return;
    ending.calls.fail(interrupted());
    const late = setTimeout(() => void ending.worker.terminate(), endWithinMs);
    (ending.calls as Calls<Ends>).call('end', null).catch(() => {});
    await ending.ended;
    clearTimeout(late);
  }

  /** Ends a thread that does not listen. A native call in it may go on for a while, so nobody waits for its end. */
  function kill(stuck: Running<Theirs>): void {
    logger.error(`the thread "${name}" does not end its work in time: it is replaced by a new one`);
    if (running === stuck) running = null;
    stuck.calls.fail(interrupted());
    void stuck.worker.terminate();
  }

  /** Takes the thread for some work. It stays until `leave` is called. */
  function take(): Taken<Theirs> {
    if (isStopping) throw interrupted();
    clearTimeout(idle);
    working += 1;
    running ??= start();
    const taken = running;
    const { calls } = taken;
    return {
      calls,
      async work(work, { withinMs, signal } = {}) {
        const late = new AbortController();
        let killing: NodeJS.Timeout | undefined;
        const limit = () => {
          late.abort();
          killing = setTimeout(() => kill(taken), endWithinMs);
        };
        const timer = withinMs === undefined ? undefined : setTimeout(limit, withinMs);
        const signals = signal ? [late.signal, signal] : [late.signal];
        try {
          return await work(calls, AbortSignal.any(signals));
        } catch (error) {
          throw late.signal.aborted ? tookTooLong() : error;
        } finally {
          clearTimeout(timer);
          clearTimeout(killing);
        }
      },
      leave() {
        working -= 1;
        if (working === 0) idle = setTimeout(() => void end(), idleMs).unref();
      },
    };
  }

  return {
    take,

    /** Takes the thread, does some work, and leaves it. */
    async using<T>(work: Work<Theirs, T>, terms?: Terms): Promise<T> {
      const taken = take();
      try {
        return await taken.work(work, terms);
      } finally {
        taken.leave();
      }
    },

    /** Ends the thread, also in the middle of its work. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(idle);
      await end();
    },
  };
}

const interrupted = () =>
  new AppError('unavailable', 'The server was interrupted, please try again', { retryAfter: 5 });

const tookTooLong = () =>
  new AppError('unavailable', 'This takes too long, and was ended: please try less at once');
