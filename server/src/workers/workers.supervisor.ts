import type { Logger } from '../kit/logger.ts';
import type { Settings } from '../settings.ts';
import type { FirstAdmin, Telling } from '../telling.ts';
import type { FromWorker } from './workers.messages.ts';
import { createMetricsOfAll } from './workers.metrics.ts';
import { choosePort } from './workers.port.ts';
import { createSeat, type Seat } from './workers.seat.ts';

export type SupervisorParts = {
  settings: Settings;
  logger: Logger;
  telling: Telling;
  /** Takes what a signal to this process calls. */
  stopBy: (stop: () => Promise<void>) => void;
};

/**
 * Starts the workers of one machine and keeps them running; serves nothing itself (ADR 12).
 * Resolves when all serve; throws a one-line Error, with none left, when one of them cannot.
 */
export async function superviseWorkers({ settings, logger, telling, stopBy }: SupervisorParts) {
  const port = await choosePort(settings.port, settings.host);
  const prepared = Promise.withResolvers<FirstAdmin | null>();
  let stopping = false;

  const seats: Seat[] = Array.from({ length: settings.workers }, (_, index) => {
    const seat: Seat = createSeat({
      id: index + 1,
      port,
      logger,
      hear: (message) => hear(message, seat),
      ended: () => metrics.ended(seat.id),
    });
    return seat;
  });
  const metrics = createMetricsOfAll((id) =>
    seats.filter((seat) => seat.tell({ kind: 'ask', id })).map((seat) => seat.id),
  );

  async function hear(message: FromWorker, seat: Seat): Promise<void> {
    if (message.kind === 'prepared') prepared.resolve(message.admin);
    if (message.kind === 'metrics') metrics.heard(seat.id, message.id, message.metrics);
    if (message.kind === 'ask-all') {
      seat.tell({ kind: 'metrics-of-all', id: message.id, text: await metrics.gather() });
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    await Promise.all(seats.map((seat) => seat.stop()));
  }

  stopBy(stop);
  try {
    const [first, ...others] = seats as [Seat, ...Seat[]];
    // The first migrates and makes the administrator; before that there is nothing for others to open.
    const serving = first.start();
    await Promise.race([prepared.promise, serving]);
    telling.prepared(await prepared.promise);
    const [address] = await Promise.all([serving, ...others.map((seat) => seat.start())]);
    telling.serving(address);
  } catch (error) {
    if (stopping) return;
    await stop();
    throw error;
  }
}
