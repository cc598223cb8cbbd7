import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { AppError } from '../kit/app-error.ts';
import type { StartReport } from '../start-report.ts';
import type { FromWorker, ToWorker } from './workers.messages.ts';

/** A worker's connection to the supervisor. */
export type WorkerLink = StartReport & {
  /** The metrics of all workers in Prometheus' format; AppError `unavailable` when there is no answer within 2 s. */
  metricsOfAll(): Promise<string>;
  /** Sets the metrics that this worker sends when the supervisor asks. */
  share(registry: Registry): void;
};

/** More than the time that the supervisor waits for the slowest worker. */
const patienceMs = 2_000;

/** Opens the connection. When the supervisor is gone, this process ends as after a signal. */
export function openLink(): WorkerLink {
  const waiting = new Map<number, (text: string) => void>();
  let lastId = 0;
  let registry: Registry | undefined;

  // Node would end this worker at once, in the middle of answers; stop.ts finishes them first.
  process.prependOnceListener('disconnect', () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  });

  function tell(message: FromWorker): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
    return promise;
  }

  process.on('message', async (message: ToWorker) => {
    if (message.kind === 'metrics-of-all') waiting.get(message.id)?.(message.text);
    if (message.kind === 'ask' && registry) {
      const metrics = await registry.getMetricsAsJSON();
      await tell({ kind: 'metrics', id: message.id, metrics });
    }
  });

  return {
    prepared: (admin) => void tell({ kind: 'prepared', admin }),
    serving: (address) => void tell({ kind: 'serving', address }),
    refused: (message) => tell({ kind: 'refused', message }),
    share(own) {
      registry = own;
    },
    async metricsOfAll() {
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const late = new AppError('unavailable', 'The metrics of the other workers did not come');
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
