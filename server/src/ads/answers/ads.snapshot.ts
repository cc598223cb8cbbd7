import { type AdsIndex, createAdsIndex } from './ads.index.ts';

/** Every app's ready answer, in memory (ADR 30). */
export type AdsSnapshot = AdsIndex & {
  /** False until the first complete load. Until then an unknown app must not be refused. */
  readonly loaded: boolean;
  /** Whether an app or a token may be missing, because it was added after the database was last read. */
  readonly mayLack: boolean;
  /** Replaces everything at once by a new load. A load `from` a file may be old. */
  replaceAll(index: AdsIndex, from?: 'file'): void;
  /** Marks the snapshot as up to date; must be called when the database has been read. */
  caughtUp(): void;
  /** Marks the snapshot as possibly old; must be called when others may change the database and it cannot be read. */
  fallBehind(): void;
};

/** Builds an empty snapshot. */
export function createAdsSnapshot(): AdsSnapshot {
  let index = createAdsIndex();
  let loaded = false;
  let mayLack = false;
  return {
    get loaded() {
      return loaded;
    },
    get mayLack() {
      return mayLack;
    },
    get size() {
      return index.size;
    },
    get: (key) => index.get(key),
    set: (appID, entry) => index.set(appID, entry),
    delete: (appID) => index.delete(appID),
    records: () => index.records(),
    setRecord: (record) => index.setRecord(record),
    record: (appID) => index.record(appID),
    isWasteful: () => index.isWasteful(),
    replaceAll(whole, from) {
      index = whole;
      loaded = true;
      mayLack = from === 'file';
    },
    caughtUp() {
      mayLack = false;
    },
    fallBehind() {
      mayLack = true;
    },
  };
}
