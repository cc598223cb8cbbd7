import { setTimeout as pause } from 'node:timers/promises';

/** Reads what is new in the log; resolves when its own memory is up to date. */
export type Follower = () => Promise<void>;

/** Tells the followers of this process that the log of changes has grown; they read it themselves (ADR 2). */
export type ChangesFeed = {
  /**
   * To be called after every commit that wrote to the log. Resolves when all followers are up to date, at the latest
   * after `patienceMs`. So a write is usually answered when the ads have changed.
   */
  announce(): Promise<void>;
  /** Returns the function that ends the subscription. */
  subscribe(follower: Follower): () => void;
};

/** Builds the feed of one process. */
export function createChangesFeed(patienceMs = 250): ChangesFeed {
  const followers = new Set<Follower>();
  return {
    async announce() {
      if (followers.size === 0) return;
      const patience = new AbortController();
      const caughtUp = Promise.allSettled([...followers].map((follower) => follower()));
      await Promise.race([
        caughtUp.finally(() => patience.abort()),
        pause(patienceMs, undefined, patience).catch(() => {}),
      ]);
    },
    subscribe(follower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
  };
}
