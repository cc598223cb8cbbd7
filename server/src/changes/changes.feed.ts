import type { Reached } from '@adwarden/contract/envelope';

/** Reads the new entries of the log; resolves when its own memory is up to date. */
export type Follower = () => Promise<void>;

/** Tells the followers of this process that the log of changes has grown; they read it themselves (ADR 2). */
export type ChangesFeed = {
  /**
   * Call it after every commit that wrote to the log. Resolves when all followers are up to date, and as many processes that
   * answer ads as are expected, at the latest after `patienceMs`. So a write is usually answered when the ads have changed. With
   * `presentOnly` it does not wait for processes that do not follow now. Returns how many of the expected processes have the
   * change; null when none is expected.
   */
  announce(how?: { presentOnly: boolean }): Promise<Reached | null>;
  /**
   * Adds a follower; returns the function that ends the subscription. `isOfAds`: it is a process of this machine that answers
   * ads.
   */
  subscribe(follower: Follower, isOfAds?: boolean): () => void;
  /** Tells how many of the expected processes follow now and are up to date within a second; null when none is expected. */
  reached(): Reached | null;
};

/** A process that has not taken a change for this long is behind; until then it is busy. */
const behindMs = 1_000;

type Subscription = {
  follower: Follower;
  isOfAds: boolean;
  /** The number of answers that it owes, and since when, by `performance.now()`; null while it is up to date. */
  owed: number;
  askedAt: number | null;
};

/** Builds the feed of one process. `adsProcesses` is how many processes that answer ads should follow. */
export function createChangesFeed(patienceMs = 250, adsProcesses = 0): ChangesFeed {
  const subscriptions = new Set<Subscription>();
  /** Writes that wait for processes that have not come yet. */
  const waiting = new Set<(one: Subscription) => void>();

  const inWords = (processes: number): Reached | null => {
    if (adsProcesses === 0) return null;
    if (processes >= adsProcesses) return 'all';
    return processes > 0 ? 'some' : 'none';
  };

  function announce({ presentOnly } = { presentOnly: false }): Promise<Reached | null> {
    const { promise, resolve } = Promise.withResolvers<Reached | null>();
    let pending = 0;
    let taken = 0;
    const over = () => {
      clearTimeout(timer);
      waiting.delete(ask);
      resolve(inWords(taken));
    };
    const timer = setTimeout(over, patienceMs);
    const lookWhetherOver = () => {
      const isEnough = presentOnly || taken >= adsProcesses;
      if (pending === 0 && isEnough) over();
    };

    async function ask(one: Subscription): Promise<void> {
      // Enough ads processes must have it: the old stream of one that has come again may not have ended yet. A batch waits only
      // once for a process that hangs, and not at each step.
      const isWaitedFor = presentOnly ? one.askedAt === null : !one.isOfAds || adsProcesses === 0;
      if (isWaitedFor) pending += 1;
      one.owed += 1;
      one.askedAt ??= performance.now();
      try {
        await one.follower();
        one.owed -= 1;
        one.askedAt = one.owed > 0 ? performance.now() : null;
        if (one.isOfAds) taken += 1;
      } catch {
        // It stays behind.
      }
      if (isWaitedFor) pending -= 1;
      lookWhetherOver();
    }

    for (const one of subscriptions) void ask(one);
    waiting.add(ask);
    lookWhetherOver();
    return promise;
  }

  return {
    announce,
    subscribe(follower, isOfAds = false) {
      const one: Subscription = { follower, isOfAds, owed: 0, askedAt: null };
      subscriptions.add(one);
      for (const ask of waiting) ask(one);
      return () => void subscriptions.delete(one);
    },
    reached() {
      const isUpToDate = ({ isOfAds, askedAt }: Subscription) =>
        isOfAds && (askedAt === null || performance.now() - askedAt < behindMs);
      return inWords([...subscriptions].filter(isUpToDate).length);
    },
  };
}
