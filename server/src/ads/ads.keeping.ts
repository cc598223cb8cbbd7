import type { Logger } from '../kit/logger.ts';
import { lastGoodPosition, writeLastGood } from './ads.last-good.ts';
import type { AdsLoader } from './ads.loader.ts';
import type { AdsSnapshot } from './ads.snapshot.ts';
import type { LogPosition } from './ads.source.ts';

/** A file is no older than this when something has changed, and is written no more often. */
const everyMs = 60_000;
/** And a large one takes no more than a tenth of the time. */
const restTimes = 10;
/** How soon after a start the first one is written. */
const lookEveryMs = 1000;

export type AdsKeepingParts = {
  file: string;
  loader: Pick<AdsLoader, 'position' | 'status'>;
  snapshot: Pick<AdsSnapshot, 'records'>;
  logger: Logger;
};

export type AdsKeeping = {
  /** Ends it; a file that is being written is given up, and the one before stays. */
  stop(): Promise<void>;
};

const isSame = (one: LogPosition, other: LogPosition | null | undefined) =>
  one.epoch === other?.epoch && one.mark === other.mark && one.seq === other.seq;

/** Keeps the last good ads in a file, for a start while the database is gone (design, section 8). */
export function keepLastGood({ file, loader, snapshot, logger }: AdsKeepingParts): AdsKeeping {
  /** Where the file stands in the log; undefined until it was looked at. */
  let kept: LogPosition | null | undefined;
  const stopping = new AbortController();
  let began = Number.NEGATIVE_INFINITY;
  let restMs = everyMs;
  let writing: Promise<void> | null = null;

  async function write(position: LogPosition): Promise<void> {
    began = performance.now();
    try {
      await writeLastGood(file, position, snapshot.records(), stopping.signal);
      kept = position;
    } catch (error) {
      if (stopping.signal.aborted) return;
      logger.error({ err: error, file }, 'the last good ads could not be written');
    } finally {
      restMs = Math.max(everyMs, restTimes * (performance.now() - began));
    }
  }

  /** A start that finds the file as it would write it spares those who ask the work. */
  async function writeIfNew(position: LogPosition): Promise<void> {
    if (kept === undefined) kept = await lastGoodPosition(file);
    if (!isSame(position, kept)) await write(position);
    writing = null;
  }

  const timer = setInterval(() => {
    const position = loader.position();
    if (!position || loader.status().failing || writing || isSame(position, kept)) return;
    if (performance.now() - began >= restMs) writing = writeIfNew(position);
  }, lookEveryMs);
  timer.unref();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await writing;
    },
  };
}
