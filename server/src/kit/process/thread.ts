import { parentPort, Worker } from 'node:worker_threads';
import { resolvesWithin } from '../within.ts';

const endMs = 1_000;

/** The methods of a thread. Arguments and results are copied between the threads. */
export type ThreadMethods = Record<string, (...args: never[]) => unknown>;

/** A thread that answers calls in their order. */
export type Thread<Methods extends ThreadMethods> = {
  /** Calls a method. Rejects with the error of the method, or when the thread has ended before it answered. */
  call<Name extends keyof Methods & string>(
    name: Name,
    ...args: Parameters<Methods[Name]>
  ): Promise<Awaited<ReturnType<Methods[Name]>>>;
  /** Ends the thread. Unanswered calls reject. A thread that hangs in the system is left alone after a second. */
  end(): Promise<void>;
};

type Question = { id: number; name: string; args: unknown[] };
type Answer = { id: number; value?: unknown; error?: Error };
type Asked = { resolve: (value: never) => void; reject: (error: Error) => void };

/**
 * Prepares a thread that runs `file`, which calls `answerCalls`. It starts with the first call, and again with the first
 * call after it has died.
 */
export function createThread<Methods extends ThreadMethods>(
  file: URL,
  workerData?: unknown,
): Thread<Methods> {
  let running: { worker: Worker; asked: Map<number, Asked> } | null = null;
  let lastId = 0;

  function start() {
    const worker = new Worker(file, { workerData });
    const asked = new Map<number, Asked>();
    worker.on('message', ({ id, value, error }: Answer) => {
      const one = asked.get(id);
      asked.delete(id);
      // Only calls keep the process alive.
      if (asked.size === 0) worker.unref();
      if (error) one?.reject(error);
      else one?.resolve(value as never);
    });
    let why = new Error('the thread has ended');
    worker.on('error', (error) => {
      why = error as Error;
    });
    worker.on('exit', () => {
      if (running?.worker === worker) running = null;
      for (const { reject } of asked.values()) reject(why);
    });
    return { worker, asked };
  }

  return {
    call(name, ...args) {
      running ??= start();
      const { worker, asked } = running;
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      asked.set(lastId, { resolve, reject });
      worker.ref();
      worker.postMessage({ id: lastId, name, args } satisfies Question);
      return promise;
    },
    async end() {
      const worker = running?.worker;
      running = null;
      if (worker) await resolvesWithin(worker.terminate(), endMs);
    },
  };
}

/** Answers the calls of the thread that has started this one. Call it once, in the file of a thread. */
export function answerCalls(methods: ThreadMethods): void {
  parentPort?.on('message', async ({ id, name, args }: Question) => {
    const answer: Answer = { id };
    try {
      answer.value = await methods[name]?.(...(args as never[]));
    } catch (error) {
      answer.error = error as Error;
    }
    parentPort?.postMessage(answer);
  });
}
