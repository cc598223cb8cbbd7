import { stat } from 'node:fs/promises';
import { newId } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { AdsSnapshot } from '../answers/ads.snapshot.ts';
import type { AdsFollower } from '../following/ads.follower.ts';
import type { LogPosition } from '../following/ads.stream.ts';
import type { AdsPauses } from '../pauses/ads.pauses.ts';
import {
  type AdsJournal,
  type JournalEntry,
  openJournal,
  removeOtherJournals,
} from './ads.journal.ts';
import { lastGoodHead, writeLastGood } from './ads.last-good.ts';

/** How often changes are written to the journal. */
const everyMs = 250;
/** The pause after writing the whole file, in multiples of the time that the writing took. */
const restTimes = 10;
/** A journal may grow to the size of its file, or to this size if the file is smaller. */
const leastJournalBytes = 64 * 1024;
/** Entries that are made in one turn of the event loop. */
const entriesAtOnce = 200;
/** If more changes than this wait (the disk takes no writes), the whole file is written later instead. */
const mostWaiting = 100_000;

export type AdsKeepingParts = {
  file: string;
  /** Whether the snapshot was read from the file and its journal at the start. */
  isResumed: boolean;
  follower: Pick<AdsFollower, 'position' | 'status' | 'listen'>;
  snapshot: Pick<AdsSnapshot, 'records' | 'record'>;
  pauses: Pick<AdsPauses, 'active' | 'follow'>;
  /** Whether the whole file may be written: on a full disk it would take the room that people need. */
  hasRoom: () => boolean;
  logger: Logger;
};

export type AdsKeeping = {
  /** Writes the last changes to the journal, then stops. A whole file that is being written is cancelled. */
  stop(): Promise<void>;
};

const isSame = (one: LogPosition, other: LogPosition) =>
  one.epoch === other.epoch && one.mark === other.mark && one.seq === other.seq;

/**
 * Keeps the last good ads on the disk, for a start while the database is down: all of them in one file, later
 * changes in a journal (ADR 20).
 */
export function keepLastGood(parts: AdsKeepingParts): AdsKeeping {
  const { file, isResumed, follower, snapshot, pauses, hasRoom, logger } = parts;
  /** Changed apps that are not in a journal yet. */
  const waiting = new Set<string>();
  let pausesWait = false;
  /** The journal of the file; null before there is one. */
  let journal: AdsJournal | null = null;
  /** The journal of the file that is being written. Until that file is complete, changes go into both journals. */
  let next: AdsJournal | null = null;
  let fileBytes = 0;
  let mustWrite = false;
  /** How often the journal became incomplete, so that the whole file must be written again. */
  let breaks = 0;
  let notBefore = 0;
  let isFailing = false;
  let looking: Promise<void> | null = null;
  let writing: Promise<void> | null = null;
  let flushing: Promise<void> | null = null;
  const stopping = new AbortController();

  function breakJournal(): void {
    breaks += 1;
    mustWrite = true;
  }

  follower.listen({
    changed(appIDs) {
      for (const appID of appIDs) waiting.add(appID);
      if (waiting.size <= mostWaiting) return;
      waiting.clear();
      breakJournal();
    },
    reloaded: breakJournal,
  });
  pauses.follow(() => {
    pausesWait = true;
  });

  function failed(error: unknown): void {
    if (!isFailing) logger.error({ err: error, file }, 'the last good ads could not be written');
    isFailing = true;
  }

  /** At the start: if the file on the disk belongs to this history of the log, its journal is continued. */
  async function look(position: LogPosition): Promise<void> {
    const isOwn = isResumed && breaks === 0;
    const breaksBefore = breaks;
    const head = await lastGoodHead(file);
    if (!head?.journal || !(isOwn || isSame(head, position))) {
      mustWrite = true;
      return;
    }
    const kept = await openJournal(file, head.journal);
    // After a restored backup, the database may be exactly at the file's position. The changes in the journal
    // are later ones, which this database never had.
    if (!isOwn && kept.bytes > 0) {
      mustWrite = true;
      return kept.close();
    }
    fileBytes = (await stat(file)).size;
    journal = kept;
    if (breaks === breaksBefore) mustWrite = false;
    await removeOtherJournals(file, [head.journal]);
  }

  /** Starts a new journal, then writes the whole file. The old pair stays until the new file is complete. */
  async function writeFile(position: LogPosition): Promise<void> {
    const began = performance.now();
    mustWrite = false;
    try {
      const fresh = await openJournal(file, newId());
      next = fresh;
      const { epoch, seq, mark } = position;
      const head = { epoch, seq, mark, pauses: pauses.active(), journal: fresh.id };
      await writeLastGood(file, head, snapshot.records(), stopping.signal);
      fileBytes = (await stat(file)).size;
      const before = journal;
      journal = fresh;
      next = null;
      await flushing;
      await before?.close();
      await removeOtherJournals(file, [fresh.id]);
      isFailing = false;
    } catch (error) {
      mustWrite = true;
      const given = next;
      next = null;
      await flushing;
      await given?.close();
      if (!stopping.signal.aborted) failed(error);
    } finally {
      notBefore = performance.now() + Math.max(1_000, restTimes * (performance.now() - began));
    }
  }

  /** Writes the waiting changes to the journals; those that fail stay in the queue. */
  async function flush(): Promise<void> {
    while (waiting.size > 0 || pausesWait) {
      const journals = [journal, next].filter((one) => one !== null);
      if (journals.length === 0) return;
      const isOfPauses = pausesWait;
      pausesWait = false;
      const appIDs = [...waiting].slice(0, entriesAtOnce);
      for (const appID of appIDs) waiting.delete(appID);
      const entries: JournalEntry[] = appIDs.map((appID) => ({
        appID,
        record: snapshot.record(appID),
      }));
      if (isOfPauses) entries.push({ pauses: pauses.active() });
      try {
        await Promise.all(journals.map((one) => one.append(entries)));
        isFailing = false;
      } catch (error) {
        for (const appID of appIDs) waiting.add(appID);
        pausesWait ||= isOfPauses;
        return failed(error);
      }
    }
  }

  function turn(): void {
    const position = follower.position();
    if (!position) return;
    if (!follower.status().failing) {
      looking ??= look(position).catch((error) => {
        mustWrite = true;
        failed(error);
      });
      if (journal && journal.bytes > Math.max(fileBytes, leastJournalBytes)) mustWrite = true;
      if (mustWrite && !writing && performance.now() >= notBefore && hasRoom()) {
        writing = looking
          .then(() => (mustWrite ? writeFile(position) : undefined))
          .finally(() => {
            writing = null;
          });
      }
    }
    flushing ??= flush().finally(() => {
      flushing = null;
    });
  }

  const timer = setInterval(turn, everyMs);
  timer.unref();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await looking;
      await writing;
      await flushing;
      await flush();
      await journal?.close();
    },
  };
}
