import type { Logger } from '../kit/logger.ts';
import { writeLastGood } from './ads.last-good.ts';
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
  /** When the file was last written, in epoch milliseconds; null before. */
  writtenAt(): number | null;
  /** Ends it after the file that is being written. */
  stop(): Promise<void>;
};

/** Keeps the last good ads in a file, for a start while the database is gone (design, section 8). */
export function keepLastGood({ file, loader, snapshot, logger }: AdsKeepingParts): AdsKeeping {
  let kept: LogPosition | null = null;
  let writtenAt: number | null = null;
  let began = Number.NEGATIVE_INFINITY;
  let restMs = everyMs;
  let writing: Promise<void> | null = null;

  async function write(position: LogPosition): Promise<void> {
    began = performance.now();
    try {
      await writeLastGood(file, position, snapshot.records());
      kept = position;
      writtenAt = Date.now();
    } catch (error) {
      logger.error({ err: error, file }, 'the last good ads could not be written');
    } finally {
      restMs = Math.max(everyMs, restTimes * (performance.now() - began));
      writing = null;
    }
  }

  const timer = setInterval(() => {
    const position = loader.position();
    if (!position || loader.status().failing || writing) return;
    if (position.epoch === kept?.epoch && position.seq === kept.seq) return;
    if (performance.now() - began >= restMs) writing = write(position);
  }, lookEveryMs);
  timer.unref();

  return {
    writtenAt: () => writtenAt,
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}
