import type { FirstAdmin } from '../features/admins/admins.service.ts';
import type { Logger } from '../kit/logger.ts';
import type { Settings } from '../settings.ts';
import type { StartReport } from '../start-report.ts';
import type { FromWorker } from './workers.messages.ts';
import { createMetricsOfAll } from './workers.metrics.ts';
import { choosePort } from './workers.port.ts';
import { createWorkerSlot, type WorkerSlot } from './workers.slot.ts';

export type SupervisorParts = {
  settings: Settings;
  logger: Logger;
  report: StartReport;
  /** Sets the function that a signal to this process calls. */
  stopBy: (stop: () => Promise<void>) => void;
};

/**
 * Starts the workers of one machine and keeps them running; serves nothing itself (ADR 12).
 * Resolves when all serve. When one cannot start, it stops all of them and throws a one-line Error.
 */
export async function superviseWorkers({ settings, logger, report, stopBy }: SupervisorParts) {
  const port = await choosePort(settings.port, settings.host);
  const prepared = Promise.withResolvers<FirstAdmin | null>();
  let stopping = false;

  const slots: WorkerSlot[] = Array.from({ length: settings.workers }, (_, index) => {
    const slot: WorkerSlot = createWorkerSlot({
      id: index + 1,
      port,
      logger,
      hear: (message) => hear(message, slot),
      ended: () => metrics.ended(slot.id),
    });
    return slot;
  });
  const metrics = createMetricsOfAll((id) =>
    slots.filter((slot) => slot.tell({ kind: 'ask', id })).map((slot) => slot.id),
  );

  async function hear(message: FromWorker, slot: WorkerSlot): Promise<void> {
    if (message.kind === 'prepared') prepared.resolve(message.admin);
    if (message.kind === 'metrics') metrics.heard(slot.id, message.id, message.metrics);
    if (message.kind === 'ask-all') {
      slot.tell({ kind: 'metrics-of-all', id: message.id, text: await metrics.gather() });
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    await Promise.all(slots.map((slot) => slot.stop()));
  }

  stopBy(stop);
  try {
    const [first, ...others] = slots as [WorkerSlot, ...WorkerSlot[]];
    // The first worker migrates the database and makes the administrator. Only then can the others open it.
    const serving = first.start();
    await Promise.race([prepared.promise, serving]);
    report.prepared(await prepared.promise);
    const [address] = await Promise.all([serving, ...others.map((slot) => slot.start())]);
    report.serving(address);
  } catch (error) {
    if (stopping) return;
    await stop();
    throw error;
  }
}
