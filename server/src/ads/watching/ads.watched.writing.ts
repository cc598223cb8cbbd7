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
/** The rest after many answers: each is an event for somebody, and a hundred in 1.2 s took 1.6 % of a core. */
const restPerAnswerMs = 30;

/** Builds the writer of one process. It has no timer while nothing is noted. */
export function createAnswerWriter<Answer>(parts: AnswerWriterParts<Answer>): AnswerWriter {
  const { take, write, logger } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  let isFailing = false;
  let running: Promise<void> | null = null;

  const wait = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => {});

  /** Writes what was noted, and returns how many answers. What cannot be written is lost: the next answer replaces it. */
  async function turn(): Promise<number> {
    try {
      const answers = await take();
      if (answers.length > 0) await write(answers);
      isFailing = false;
      return answers.length;
    } catch (error) {
      if (!isFailing) logger.error({ err: error }, 'answers to watched apps could not be written');
      isFailing = true;
      return 0;
    }
  }

  async function run(): Promise<void> {
    while (isWanted && !signal.aborted) {
      await wait(firstMs);
      isWanted = false;
      const written = await turn();
      await wait(Math.max(restMs, written * restPerAnswerMs));
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
