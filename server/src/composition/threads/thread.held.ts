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

type Parts<Theirs extends Answers & Ends> = {
  name: string;
  program: URL;
  /** What the thread is started with: plain data. */
  settings: object;
  /** Called when a thread starts. Returns its answers to the thread, and what to do after the thread's end. */
  serve: () => { answers: Answers; ended?: () => void };
  /** Called after the thread's start. */
  started?: (calls: Calls<Theirs>) => void;
  logger: Logger;
};

type Running<Theirs extends Answers> = {
  worker: Worker;
  calls: Calls<Theirs>;
  ended: Promise<void>;
};

/** What a caller does with a thread: `leave` must be called once. */
export type Taken<Theirs extends Answers> = { calls: Calls<Theirs>; leave(): void };

/**
 * Does long work in another thread, so that the serving thread can answer ads meanwhile. The first work starts the thread.
 * If the thread dies, the callers that wait for it get a 503, and the next work starts a new thread.
 */
export function createHeldThread<Theirs extends Answers & Ends>(parts: Parts<Theirs>) {
  const { name, program, settings, serve, started, logger } = parts;
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
    started?.(calls);
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

  /** Takes the thread for some work. It stays until `leave` is called. */
  function take(): Taken<Theirs> {
    if (isStopping) throw interrupted();
    clearTimeout(idle);
    working += 1;
    running ??= start();
    return {
      calls: running.calls,
      leave() {
        working -= 1;
        if (working === 0) idle = setTimeout(() => void end(), idleMs).unref();
      },
    };
  }

  return {
    take,

    async using<T>(work: (calls: Calls<Theirs>) => Promise<T>): Promise<T> {
      const { calls, leave } = take();
      try {
        return await work(calls);
      } finally {
        leave();
      }
    },

    /** The calls to the thread, if it runs. */
    running: (): Calls<Theirs> | undefined => running?.calls,

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
