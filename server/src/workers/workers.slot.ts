import cluster, { type Worker as Process } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../kit/logger.ts';
import { stopLimits } from '../stop.ts';
import { workerVariable } from './worker.ts';
import type { FromWorker, ToWorker } from './workers.messages.ts';

/** Keeps one worker running: when it dies, another one is started in its place. */
export type WorkerSlot = {
  id: number;
  /** Resolves to the address when the worker serves; rejects when it cannot start, or ends before it serves. */
  start(): Promise<string>;
  /** Sends a message; false when there is no worker at the moment. */
  tell(message: ToWorker): boolean;
  /** Stops the worker; after 11 s it is killed. Resolves when it has ended. */
  stop(): Promise<void>;
};

export type SlotParts = {
  id: number;
  /** The port on which its worker listens. */
  port: number;
  logger: Logger;
  hear: (message: FromWorker) => void;
  ended: () => void;
};

type Life = { process: Process; serving: Promise<string>; ended: Promise<string> };

const retryMs = { first: 100, last: 5_000 };
/** When a worker has run for this long, the next one starts without a growing pause. */
const goodLifeMs = 30_000;

/** Builds a slot without a worker. */
export function createWorkerSlot({ id, port, logger, hear, ended }: SlotParts): WorkerSlot {
  let life: Life | undefined;
  let stopping = false;

  function begin(): Life {
    const process = cluster.fork({ [workerVariable]: String(id), PORT: String(port) });
    const serving = Promise.withResolvers<string>();
    const end = Promise.withResolvers<string>();
    const over = (how: string) => {
      if (life?.process === process) life = undefined;
      end.resolve(how);
      serving.reject(new Error(`worker ${id} ended by ${how} before it served`));
      ended();
    };
    process.on('message', (message: FromWorker) => {
      if (message.kind === 'serving') serving.resolve(message.address);
      if (message.kind === 'refused') serving.reject(new Error(message.message));
      hear(message);
    });
    process.once('exit', (code, signal) => over(signal ?? `exit code ${code}`));
    // Also emitted for a message to a worker that has just ended; then `exit` follows.
    process.on('error', (error) => process.process.pid === undefined && over(error.message));
    serving.promise.catch(() => {});
    life = { process, serving: serving.promise, ended: end.promise };
    return life;
  }

  /** Starts a new worker after each that ended, with growing pauses while they end soon. */
  async function keepFilled(first: Life): Promise<void> {
    let current = first;
    for (let retry = retryMs.first; ; retry = Math.min(retry * 2, retryMs.last)) {
      const began = performance.now();
      const how = await current.ended;
      if (performance.now() - began > goodLifeMs) retry = retryMs.first;
      if (!stopping) logger.error({ worker: id, how, retry }, 'a worker ended; starting it again');
      await pause(retry);
      if (stopping) return;
      current = begin();
      current.serving.then(
        () => logger.info({ worker: id }, 'a worker serves again'),
        (error: Error) =>
          logger.error({ worker: id, reason: error.message }, 'a worker cannot start'),
      );
    }
  }

  return {
    id,
    async start() {
      const first = begin();
      const address = await first.serving;
      keepFilled(first);
      return address;
    },
    tell: (message) => Boolean(life?.process.isConnected() && life.process.send(message, () => {})),
    async stop() {
      stopping = true;
      if (!life) return;
      const { process, ended } = life;
      process.process.kill('SIGTERM');
      const late = setTimeout(() => process.process.kill('SIGKILL'), stopLimits.worker);
      await ended;
      clearTimeout(late);
    },
  };
}
