/** A cache of the values that were used last. */
export type RecentCache<Key, Value> = {
  /** Also marks the key as used. */
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  clear(): void;
  readonly size: number;
};

/**
 * Builds a cache of at most `most` values, which always keeps the half that was used last. It has two generations. When
 * the younger is full, the elder is dropped. So reading a value of the younger one writes nothing.
 */
export function createRecentCache<Key, Value>(most: number): RecentCache<Key, Value> {
  const perGeneration = Math.max(1, Math.floor(most / 2));
  let young = new Map<Key, Value>();
  let elder = new Map<Key, Value>();

  function set(key: Key, value: Value): void {
    if (young.size >= perGeneration && !young.has(key)) {
      elder = young;
      young = new Map();
    }
    young.set(key, value);
    elder.delete(key);
  }

  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const older = elder.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    clear() {
      young = new Map();
      elder = new Map();
    },
    get size() {
      return young.size + elder.size;
    },
  };
}
