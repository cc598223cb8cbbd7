import type { AdsEntry } from './ads.answer.ts';

/** Every app's ready answer by app ID, in memory (design, section 5). */
export type AdsSnapshot = {
  /** False until the first whole load; an unknown app is then no reason to refuse. */
  readonly loaded: boolean;
  readonly size: number;
  get(appID: string): AdsEntry | undefined;
  /** Puts a whole new load in the place of everything, at once. */
  replaceAll(entries: Map<string, AdsEntry>): void;
  set(appID: string, entry: AdsEntry): void;
  delete(appID: string): void;
};

/** Builds an empty snapshot. */
export function createAdsSnapshot(): AdsSnapshot {
  let entries = new Map<string, AdsEntry>();
  let loaded = false;
  return {
    get loaded() {
      return loaded;
    },
    get size() {
      return entries.size;
    },
    get: (appID) => entries.get(appID),
    replaceAll(all) {
      entries = all;
      loaded = true;
    },
    set: (appID, entry) => void entries.set(appID, entry),
    delete: (appID) => void entries.delete(appID),
  };
}
