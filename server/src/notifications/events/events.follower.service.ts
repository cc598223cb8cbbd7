import type { EventType } from '@adwarden/contract/notifications/events';
import { takeWriteTurn } from '../../db/commit-order.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { further } from './events.position.policy.ts';
import { lastPosition, positionOf, readEvents, savePosition } from './events.store.ts';
import type { Position, StoredEvent } from './events.table.ts';

/** The most events that one transaction deals with: other writers wait for it. */
const mostAtOnce = 100;
/** The number of entries of other types after which the position is stored, so that a restart does not read them again. */
const storeEvery = 5_000;

export type FollowerDeps = {
  db: Db;
  /** Its name in the table of positions. It never changes: under another name the follower would begin again. */
  name: string;
  types: readonly EventType[];
  /** Deals with events, in the transaction that stores the position: each event is dealt with exactly once. */
  take: (tx: Tx, events: StoredEvent[]) => Promise<void>;
};

/**
 * Builds a follower. Each call deals with the next events, unless another node has, and returns whether there may be more. A new
 * follower begins with the events from then on.
 */
export function createFollower({ db, name, types, take }: FollowerDeps): () => Promise<boolean> {
  /** The position that this process has read, and the stored one. */
  let looked: Position | undefined;
  let stored = 0;

  async function begin(): Promise<void> {
    looked = await positionOf(db, name);
    if (looked) {
      stored = looked.seq;
      return;
    }
    await inTurn(async (tx) => {
      if (!(await positionOf(tx, name))) await savePosition(tx, name, await lastPosition(tx));
    });
  }

  function inTurn<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return db.transaction().execute(async (tx) => {
      await takeWriteTurn(tx);
      return work(tx);
    });
  }

  async function deal(tx: Tx, after: Position) {
    // Another node may have dealt with them meanwhile.
    const from = further(after, (await positionOf(tx, name)) ?? after);
    const read = await readEvents(tx, { types, after: from, most: mostAtOnce });
    await take(tx, read.events);
    await savePosition(tx, name, read.position);
    return read;
  }

  return async () => {
    if (!looked) await begin();
    if (!looked) return true;
    const after = looked;
    const seen = await readEvents(db, { types, after, most: mostAtOnce });
    const isFar = seen.position.seq - stored >= storeEvery;
    const { position, isWhole } =
      seen.events.length > 0 || isFar ? await inTurn((tx) => deal(tx, after)) : seen;
    if (seen.events.length > 0 || isFar) stored = position.seq;
    looked = position;
    return !isWhole;
  };
}
