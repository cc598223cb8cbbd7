import type { Reached } from '@adwarden/contract/envelope';
import { notifyOthers, takeWriteTurn } from '../db/commit-order.ts';
import type { Db, Tx } from '../db/schema.ts';
import { type Author, systemAuthor } from '../http/actor.ts';
import type { Clock } from '../kit/clock.ts';
import { withinBytes } from '../quotas/stored-bytes.ts';
import type { ChangesFeed } from './changes.feed.ts';
import { appendChanges, type ChangeEntry } from './changes.store.ts';

export type LoggedWrite = {
  /** The transaction of the whole write. */
  tx: Tx;
  /** The time of the write, in epoch milliseconds: for its rows and for its entries. */
  at: number;
  /** The author of its entries. */
  author: Author;
  /** Appends entries to the log, in this transaction, and returns their seqs. */
  log(...entries: ChangeEntry[]): Promise<number[]>;
  /** The same write with another author of its entries. */
  as(author: Author): LoggedWrite;
  /** The same write; its entries carry this batch id. `isLarge`: comparing apps with other apps comes later. */
  inBatch(id: string, isLarge: boolean): LoggedWrite;
};

/**
 * The only way to write what the log covers: rows and entries commit together, then followers are told. AppError
 * `conflict` when the author would store more than one person may.
 *
 *     await changeLog(actor, async ({ tx, at, log }) => {
 *       const row = { ...(await readApp(tx, appID)), note };
 *       const [version = 0] = await log({ entity: 'app', key: appID, action: 'update', row });
 *       await updateApp(tx, row, version, at);
 *     });
 */
export type ChangeLog = <T>(author: Author, work: (write: LoggedWrite) => Promise<T>) => Promise<T>;

/** A thing with a new entry. */
export type WrittenThing = Pick<ChangeEntry, 'entity' | 'key' | 'action'> & {
  /** The number of its entry. */
  seq: number;
  /** A batch of many things has written it: comparing them with others comes later. */
  isLarge?: boolean;
};

/** An entry and its author, for the log of the server. */
export type WrittenEntry = WrittenThing & { by: Author; batch: string | null };

/** Work to do in the same transaction, once everything is written. */
export type AfterWriting = (
  write: Pick<LoggedWrite, 'tx' | 'at' | 'log'>,
  things: WrittenThing[],
) => Promise<void>;

/** Kinds of things that decide what phones get. */
const forPhones: ReadonlySet<string> = new Set<ChangeEntry['entity']>([
  ...(['app', 'app-configuration', 'global-config', 'pause'] as const),
]);

/**
 * Builds the change log over a database (ADR 2). After each commit it calls `noteWritten` with the new entries, and
 * `noteReached` with how many processes answer phones by them.
 */
export function createChangeLog(
  db: Db,
  feed: Pick<ChangesFeed, 'announce'>,
  clock: Clock,
  afterWriting: AfterWriting = async () => {},
  noteReached?: (reached: Reached) => void,
  noteWritten?: (entries: readonly WrittenEntry[]) => void,
): ChangeLog {
  return async (author, work) => {
    const at = clock();
    let written: readonly WrittenEntry[] = [];
    let isBatch = false;
    const result = await db.transaction().execute(async (tx) => {
      // With this turn, seqs grow in the order of the commits. A follower that has read up to a seq misses no smaller one.
      await takeWriteTurn(tx);
      const things: WrittenEntry[] = [];
      written = things;
      const writeAs = (by: Author, batch: string | null, isLarge = false): LoggedWrite => ({
        tx,
        at,
        author: by,
        async log(...entries) {
          const seqs = await appendChanges(tx, { by, at, batch }, entries);
          const written = entries.map(({ entity, key, action }, place) => {
            const seq = seqs[place] as number;
            return { entity, key, action, seq, isLarge, by, batch };
          });
          things.push(...written);
          return seqs;
        },
        as: (other) => writeAs(other, batch, isLarge),
        inBatch(id, large) {
          isBatch = true;
          return writeAs(by, id, large);
        },
      });
      const write = writeAs(author, null);
      const answer = await withinBytes(write, () => work(write));
      await afterWriting(writeAs(systemAuthor, null), [...things]);
      await notifyOthers(tx);
      return answer;
    });
    noteWritten?.(written);
    // A step of a batch waits for the processes that follow now, so that they do not fall behind, and for no others.
    const reached = await feed.announce({ presentOnly: isBatch });
    if (reached && written.some(({ entity }) => forPhones.has(entity))) noteReached?.(reached);
    return result;
  };
}
