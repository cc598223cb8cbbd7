import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../kit/logger.ts';

export type AnswerWriterParts<Answer> = {
  /** The answers that were noted since the last time. */
  take: () => Promise<Answer[]>;
  write: (answers: Answer[]) => Promise<unknown>;
  logger: Logger;
};

/** Hands on the noted answers of watched apps. */
export type AnswerWriter = {
  /** To be called when an answer was noted. */
  wake(): void;
  stop(): Promise<void>;
};

/** A noted answer is sent by then. */
const firstMs = 50;
/** Between two writes. With what comes before and after, an answer is shown within 2 s. */
const restMs = 1_200;

/** Builds the writer of one process. It has no timer while nothing is noted. */
export function createAnswerWriter<Answer>(parts: AnswerWriterParts<Answer>): AnswerWriter {
  const { take, write, logger } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  let isFailing = false;
  let running: Promise<void> | null = null;

  const wait = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => {});

  /** What cannot be written is lost: the next answer replaces it. */
  async function turn(): Promise<void> {
    try {
      const answers = await take();
      if (answers.length > 0) await write(answers);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.error({ err: error }, 'answers to watched apps could not be written');
      isFailing = true;
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
