import { setTimeout as pause } from 'node:timers/promises';
import { createOutage } from '../../kit/faults/outage.ts';
import type { Logger } from '../../kit/logger.ts';

export type AnswerWriterDeps<Answer> = {
  /** Takes the answers that were noted since the last time. */
  take: () => Promise<Answer[]>;
  write: (answers: Answer[]) => Promise<unknown>;
  logger: Logger;
};

/** Sends the noted answers of watched apps. */
export type AnswerWriter = {
  /** Wakes the writer; must be called when an answer was noted. */
  wake(): void;
  stop(): Promise<void>;
};

/** The time within which a noted answer is sent. */
const firstMs = 50;
/** The pause between two writes. With the time before and after it, an answer is shown within 2 s. */
const restMs = 1_200;

/** Builds the writer of one process. It has no timer while nothing is noted. */
export function createAnswerWriter<Answer>(deps: AnswerWriterDeps<Answer>): AnswerWriter {
  const { take, write, logger } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  const outage = createOutage(logger, {
    failing: 'answers to watched apps could not be written',
    again: 'answers to watched apps are written again',
  });
  let running: Promise<void> | null = null;

  const wait = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => {});

  /** Writes the noted answers. An answer that cannot be written is lost: the next answer replaces it. */
  async function turn(): Promise<void> {
    try {
      const answers = await take();
      if (answers.length > 0) await write(answers);
      outage.works();
    } catch (error) {
      outage.fails(error);
    }
  }

  async function run(): Promise<void> {
    while (isWanted && !signal.aborted) {
      await wait(firstMs);
      isWanted = false;
      await turn();
      await wait(restMs);
    }
    running = null;
  }

  return {
    wake() {
      isWanted = true;
      if (!signal.aborted) running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
