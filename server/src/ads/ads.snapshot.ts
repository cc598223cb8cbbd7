import { type AdsIndex, createAdsIndex } from './ads.index.ts';

/** Every app's ready answer, in memory (design, section 5). */
export type AdsSnapshot = AdsIndex & {
  /** False until the first whole load; an unknown app is then no reason to refuse. */
  readonly loaded: boolean;
  /** Puts a whole new load in the place of everything, at once. */
  replaceAll(index: AdsIndex): void;
};

/** Builds an empty snapshot. */
export function createAdsSnapshot(): AdsSnapshot {
  let index = createAdsIndex();
  let loaded = false;
  return {
    get loaded() {
      return loaded;
    },
    get size() {
      return index.size;
    },
    get: (appID) => index.get(appID),
    set: (appID, entry) => index.set(appID, entry),
    delete: (appID) => index.delete(appID),
    isWasteful: () => index.isWasteful(),
    replaceAll(whole) {
      index = whole;
      loaded = true;
    },
  };
}
