import { isDeepStrictEqual } from 'node:util';
import type { KnownWatch } from './apps.connect.store.ts';

/** The watches as this process last read them. */
export type KnownWatches = {
  /** Replaces the watches. */
  use(watches: KnownWatch[]): void;
  of(appID: string): KnownWatch | undefined;
  /** Calls `onChange` after each `use` that changes the watch of an app. Returns the function that stops it. */
  follow(appID: string, onChange: () => void): () => void;
};

/** Builds the list of watches, which is empty at first. */
export function createKnownWatches(): KnownWatches {
  let known = new Map<string, KnownWatch>();
  const followers = new Set<{ appID: string; onChange: () => void }>();
  return {
    use(watches) {
      const before = known;
      known = new Map(watches.map((watch) => [watch.appID, watch]));
      for (const { appID, onChange } of followers) {
        if (!isDeepStrictEqual(known.get(appID), before.get(appID))) onChange();
      }
    },
    of: (appID) => known.get(appID),
    follow(appID, onChange) {
      const follower = { appID, onChange };
      followers.add(follower);
      return () => void followers.delete(follower);
    },
  };
}
