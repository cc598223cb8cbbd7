import { isDeepStrictEqual } from 'node:util';
import type { AppWatch } from './apps.connect.store.ts';

/** The watches as this process read them last. */
export type KnownWatches = {
  /** Replaces them. */
  use(watches: AppWatch[]): void;
  of(appID: string): AppWatch | undefined;
  /** Calls `onChange` after each `use` that changes them. Returns the function that ends it. */
  follow(onChange: () => void): () => void;
};

/** Builds the list, which is empty at first. */
export function createKnownWatches(): KnownWatches {
  let known = new Map<string, AppWatch>();
  const followers = new Set<() => void>();
  return {
    use(watches) {
      if (isDeepStrictEqual(watches, [...known.values()])) return;
      known = new Map(watches.map((watch) => [watch.appID, watch]));
      for (const onChange of followers) onChange();
    },
    of: (appID) => known.get(appID),
    follow(onChange) {
      followers.add(onChange);
      return () => void followers.delete(onChange);
    },
  };
}
