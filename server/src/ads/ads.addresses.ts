/**
 * Addresses by app ID in one typed array: a look-up touches one place of it, where a Map of strings touches
 * its table and each string (README).
 */
export type Addresses = {
  readonly size: number;
  get(appID: string): number | undefined;
  /** Those of all apps, as they are now, in no order. */
  all(): number[];
  /** For an app ID that is not there yet. */
  add(appID: string, address: number): void;
  delete(appID: string): void;
};

const firstCapacity = 256;
/** In the place of an address, which is kept plus 1. */
const empty = 0;
const removed = -1;
/** Odd, so that steps of it reach every place. In the order of their places, apps would pile up in another table. */
const stride = 0x9e3779b1;

/** 32 bits of an app ID: FNV-1a, and its bits mixed, because the table uses the low ones. */
export function hashOf(appID: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < appID.length; index += 1) {
    hash = Math.imul(hash ^ appID.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

/** Builds an empty table; `isAt` says whether the app ID is the one of what lies at an address. */
export function createAddresses(isAt: (address: number, appID: string) => boolean): Addresses {
  /**
   * Pairs of a hash and an address; who comes second takes the next free one. Up to seven eighths are used:
   * eight pairs share a line of the cache, and a table half as large stays in it more often.
   */
  let pairs = new Int32Array(2 * firstCapacity);
  let mask = firstCapacity - 1;
  let size = 0;
  let used = 0;

  /** The pair of an app ID, or -1. */
  function find(appID: string): number {
    const hash = hashOf(appID);
    for (let pair = (hash & mask) * 2; ; pair = (pair + 2) & (mask * 2)) {
      const kept = pairs[pair + 1] as number;
      if (kept === empty) return -1;
      if (pairs[pair] === hash && kept !== removed && isAt(kept - 1, appID)) return pair;
    }
  }

  function put(hash: number, kept: number): void {
    let pair = (hash & mask) * 2;
    while (pairs[pair + 1] !== empty) pair = (pair + 2) & (mask * 2);
    pairs[pair] = hash;
    pairs[pair + 1] = kept;
  }

  /** Makes room for as many again, and forgets the removed. */
  function rebuild(): void {
    const old = pairs;
    let capacity = firstCapacity;
    // A sixteenth is left for what comes next, so that a full table is not rebuilt at every change.
    while (size * 16 > capacity * 13) capacity *= 2;
    pairs = new Int32Array(2 * capacity);
    mask = capacity - 1;
    for (let pair = 0; pair < old.length; pair += 2) {
      const kept = old[pair + 1] as number;
      if (kept !== empty && kept !== removed) put(old[pair] as number, kept);
    }
    used = size;
  }

  return {
    get size() {
      return size;
    },
    get(appID) {
      const pair = find(appID);
      return pair === -1 ? undefined : (pairs[pair + 1] as number) - 1;
    },
    all() {
      const addresses: number[] = [];
      for (let step = 0; step <= mask; step += 1) {
        const kept = pairs[(Math.imul(step, stride) & mask) * 2 + 1] as number;
        if (kept !== empty && kept !== removed) addresses.push(kept - 1);
      }
      return addresses;
    },
    add(appID, address) {
      size += 1;
      used += 1;
      if (used * 8 > (mask + 1) * 7) rebuild();
      put(hashOf(appID), address + 1);
    },
    delete(appID) {
      const pair = find(appID);
      if (pair === -1) return;
      pairs[pair + 1] = removed;
      size -= 1;
    },
  };
}
