import { utimes } from 'node:fs/promises';
import { createOutage } from '../../kit/faults/outage.ts';
import type { Logger } from '../../kit/logger.ts';
import { askDisk } from '../../kit/process/disk.ts';
import { ownFile } from '../../kit/process/own-files.ts';
import { createThread } from '../../kit/process/thread.ts';
import { resolvesWithin } from '../../kit/within.ts';
import { appIDOf, type KeptRecord } from '../answers/ads.index.ts';
import type { AdsSnapshot } from '../answers/ads.snapshot.ts';
import type { AdsFollower } from '../following/ads.follower.ts';
import type { LogPosition } from '../following/ads.stream.ts';
import type { AdsTime, KeptDifference } from '../following/ads.time.ts';
import type { AdsPauses } from '../pauses/ads.pauses.ts';
import type { LastGoodHead, LastGoodRow, LastGoodWriter } from './ads.last-good.file.ts';

/** Milliseconds between two writes of changes. */
const everyMs = 250;
/** The pause after writing the whole file, in multiples of the time that the writing took. */
const restTimes = 10;
/** The most changed apps that are written at once. */
const appsAtOnce = 200;
/** The bytes of a whole file that are handed over at once. */
const bytesAtOnce = 128 * 1024;
/** The most changes that may wait. If more wait (the disk takes no writes), the whole file is written later instead. */
const mostWaiting = 100_000;
/** The difference from which the time is written again. */
const timeStepMs = 1_000;
/** Milliseconds between two notes of the age of the ads in the file. */
const noteEveryMs = 60_000;
/** The longest time that a stop waits for the last writes. */
const lastWritesMs = 2_000;

export type AdsKeepingDeps = {
  file: string;
  /** Whether the snapshot was read from the file at the start. */
  isResumed: boolean;
  follower: Pick<AdsFollower, 'position' | 'status' | 'listen'>;
  snapshot: Pick<AdsSnapshot, 'records' | 'record'>;
  pauses: Pick<AdsPauses, 'known' | 'active' | 'follow'>;
  time: Pick<AdsTime, 'kept'>;
  /** Tells whether the whole file may be written: on a full disk it would take the room that people need. */
  hasRoom: () => boolean;
  logger: Logger;
};

export type AdsKeeping = {
  /** Returns for how long something has waited to be written, in milliseconds; 0 when the file is as new as the ads. */
  behindMs(): number;
  /** Writes the last changes, then stops. A whole file that is half written is given up. */
  stop(): Promise<void>;
};

const rowOf = ({ block, oldTokens }: KeptRecord): LastGoodRow => ({
  appID: appIDOf(block),
  block,
  oldTokens: oldTokens && JSON.stringify(oldTokens),
});

/**
 * Keeps the last good ads on the disk, for a start without the office: changed apps within a second, and all of them when there
 * is no such file, or when all were loaded again (ADR 51). A thread writes, and gets nothing more before it answers.
 */
export function keepLastGood(deps: AdsKeepingDeps): AdsKeeping {
  const { file, isResumed, follower, snapshot, pauses, time, hasRoom, logger } = deps;
  const place = ownFile('ads/last-good/ads.last-good.thread');
  const thread = createThread<LastGoodWriter>(place, file);
  /** Changed apps that are not written yet. */
  const waiting = new Set<string>();
  /** Whether the position or the pauses must be written, even if no app has changed. */
  let headWaits = false;
  /** The time in the file. */
  let writtenTime: KeptDifference | null = null;
  let mustFill = !isResumed;
  let notBefore = 0;
  let isStopping = false;
  const outage = createOutage(logger, {
    failing: `the last good ads could not be written into ${file}`,
    again: 'the last good ads are written again',
  });
  let behindSince: number | null = null;
  let working: Promise<void> | null = null;

  follower.listen({
    changed(appIDs) {
      for (const appID of appIDs) waiting.add(appID);
      if (waiting.size <= mostWaiting) return;
      waiting.clear();
      mustFill = true;
    },
    reloaded() {
      mustFill = true;
    },
  });
  pauses.follow(() => {
    headWaits = true;
  });

  function headAt(position: LogPosition | null): LastGoodHead {
    writtenTime = time.kept();
    return { position, pauses: pauses.active(), time: writtenTime };
  }

  /** Tells whether the time differs from the one in the file. */
  function isTimeNew(): boolean {
    const kept = time.kept();
    if (!kept || !writtenTime) return kept !== writtenTime;
    return Math.abs(kept.difference - writtenTime.difference) > timeStepMs;
  }

  function mayFill(): boolean {
    const { ready, failing } = follower.status();
    return ready && !failing && pauses.known && hasRoom() && performance.now() >= notBefore;
  }

  /** Writes all apps. Changes that come meanwhile wait, and are written afterwards. */
  async function fill(): Promise<void> {
    const began = performance.now();
    mustFill = false;
    waiting.clear();
    headWaits = true;
    try {
      await thread.call('begin');
      let rows: LastGoodRow[] = [];
      let bytes = 0;
      for (const record of snapshot.records()) {
        rows.push(rowOf(record));
        bytes += record.block.length;
        if (bytes < bytesAtOnce) continue;
        await thread.call('add', rows);
        if (isStopping) {
          mustFill = true;
          return;
        }
        rows = [];
        bytes = 0;
      }
      await thread.call('add', rows);
      await thread.call('finish', headAt(null));
    } catch (error) {
      mustFill = true;
      throw error;
    } finally {
      notBefore = performance.now() + Math.max(1_000, restTimes * (performance.now() - began));
    }
  }

  /** Writes the waiting changes. The position is that of the last one, or none while more are coming. */
  async function flush(): Promise<void> {
    while (waiting.size > 0 || headWaits) {
      const appIDs: string[] = [];
      for (const appID of waiting) {
        appIDs.push(appID);
        waiting.delete(appID);
        if (appIDs.length === appsAtOnce) break;
      }
      const records = appIDs.map((appID) => snapshot.record(appID));
      const rows = records.filter((record) => record !== undefined).map(rowOf);
      const gone = appIDs.filter((_, place) => !records[place]);
      const position = waiting.size === 0 ? follower.position() : null;
      const head = headAt(position);
      headWaits = false;
      try {
        if (!(await thread.call('put', rows, gone, head))) {
          mustFill = true;
          throw new Error('the file is damaged or away: all ads are written anew');
        }
      } catch (error) {
        for (const appID of appIDs) waiting.add(appID);
        headWaits = true;
        throw error;
      }
      headWaits ||= position === null;
      // Otherwise the head waits for the next turn, when the position may be known.
      if (mustFill || waiting.size === 0) return;
    }
  }

  /** Gives the file the time of which its ads are: a start without the office says how old they may be. */
  async function noteAge(): Promise<void> {
    const { lagMs } = follower.status();
    // The waiting records are newer than the file.
    if (lagMs === null || mustWrite()) return;
    const at = new Date(Date.now() - lagMs);
    // A file that is away, or a disk that takes no writes, is said by others.
    await askDisk(`time of ${file}`, () => utimes(file, at, at)).catch(() => {});
  }

  async function work(): Promise<void> {
    const writes = mustWrite();
    try {
      if (mustFill && !isStopping && mayFill()) await fill();
      if (mustFill) return;
      await flush();
      if (writes) await noteAge();
      outage.works();
    } catch (error) {
      outage.fails(error);
    }
  }

  const mustWrite = () => mustFill || headWaits || waiting.size > 0;

  function turn(): void {
    if (!mustFill && isTimeNew()) headWaits = true;
    if (mustWrite()) behindSince ??= performance.now();
    working ??= work().finally(() => {
      working = null;
      if (!mustWrite()) behindSince = null;
    });
  }

  const timer = setInterval(turn, everyMs);
  timer.unref();
  const noteTimer = setInterval(noteAge, noteEveryMs).unref();

  return {
    behindMs: () => (behindSince === null ? 0 : performance.now() - behindSince),
    async stop() {
      clearInterval(timer);
      clearInterval(noteTimer);
      isStopping = true;
      const last = async () => {
        await working;
        await work();
        await noteAge();
      };
      await resolvesWithin(last(), lastWritesMs);
      await thread.end();
    },
  };
}
