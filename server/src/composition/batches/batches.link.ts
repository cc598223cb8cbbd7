import type { Database } from '../../db/database.ts';
import type { CarryOutNext } from '../../features/batches/running/batches.run.service.ts';
import type { Turn } from '../../kit/limiter.ts';
import type { Logger } from '../../kit/logger.ts';
import { createHeldThread } from '../threads/thread.held.ts';
import { type ThreadSettings, threadSettings } from '../threads/thread.program.ts';
import type { BatchAnswers, BatchSettings, ServingAnswers } from './batches.messages.ts';

type Parts = {
  settings: ThreadSettings;
  writes: Database['writes'];
  logger: Logger;
};

/** Answers what a thread asks. After the end of the thread, its turn goes to the next writer. */
function serve(writes: Database['writes']) {
  const turns = new Map<number, Turn>();
  let lastTurn = 0;
  let hasEnded = false;
  const answers: ServingAnswers = {
    async takeTurn() {
      if (!writes) throw new Error('This database has no turns');
      const turn = await writes.take();
      if (hasEnded) turn.leave();
      else turns.set(++lastTurn, turn);
      return lastTurn;
    },
    async leaveTurn(number) {
      turns.get(number)?.leave();
      turns.delete(number);
    },
  };
  function ended(): void {
    hasEnded = true;
    for (const turn of turns.values()) turn.leave();
  }
  return { answers, ended };
}

/** Builds the thread that carries out batches (ADR 43). */
export function createBatchThread(parts: Parts) {
  const { settings, writes, logger } = parts;
  const { using, stop } = createHeldThread<BatchAnswers>({
    name: 'batches',
    program: new URL('./batches.thread.ts', import.meta.url),
    settings: { ...threadSettings(settings), logLevel: logger.level } satisfies BatchSettings,
    serve: () => serve(writes),
    logger,
  });
  const carryOutNext: CarryOutNext = (batchID, restShare) =>
    using(({ call }) => call('carryOutNext', { batchID, restShare }));
  return { carryOutNext, stop };
}
