import { setTimeout as pause } from 'node:timers/promises';

/** Reads what is new in the log; resolves when it is taken in. */
export type Follower = () => Promise<void>;

/** Tells the followers of this process that the change log grew; they read it themselves (ADR 2). */
export type ChangesFeed = {
  /**
   * Called after every commit that wrote to the log. Resolves when the followers have taken it in, so that
   * the answer to a write comes after the ads have changed; one that takes longer than 250 ms is not waited for.
   */
  announce(): Promise<void>;
  /** Answers a function that ends the subscription. */
  subscribe(follower: Follower): () => void;
};

const patienceMs = 250;

/** Builds the feed of one process. */
export function createChangesFeed(): ChangesFeed {
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
