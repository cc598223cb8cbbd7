import { notifyOthers, takeWriteTurn } from '../db/commit-order.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { Author } from '../http/actor.ts';
import type { Clock } from '../kit/clock.ts';
import type { ChangesFeed } from './changes.feed.ts';
import { appendChanges, type ChangeEntry } from './changes.store.ts';

/** Appends entries to the log of the transaction and answers their seqs; `at` is the time of all of it. */
export type LoggedWrite = {
  tx: Tx;
  at: number;
  log(...entries: ChangeEntry[]): Promise<number[]>;
};

/** The only way to write what the log covers: rows and entries commit together, then followers are told. */
export type ChangeLog = <T>(author: Author, work: (write: LoggedWrite) => Promise<T>) => Promise<T>;

/** Builds the change log over a database (ADR 2). */
export function createChangeLog(db: Db, feed: ChangesFeed, clock: Clock): ChangeLog {
  return async (author, work) => {
    const at = clock();
    const result = await db.transaction().execute(async (tx) => {
      // The order of seqs is then the order of commits, and no follower's cursor passes one by.
      await takeWriteTurn(tx);
      const log = (...entries: ChangeEntry[]) => appendChanges(tx, author, at, entries);
      const answer = await work({ tx, at, log });
      await notifyOthers(tx);
      return answer;
    });
    await feed.announce();
    return result;
  };
}
