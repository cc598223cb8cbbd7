import type { AppKey } from './ads.app-key.ts';

/**
 * A hash table from app ID to address, in one typed array. A look-up reads one cache line; a Map of strings
 * reads its table and then each string (README).
 */
export type Addresses = {
  readonly size: number;
  get(key: AppKey): number | undefined;
  /** Returns the addresses of all apps, in no order. */
  all(): number[];
  /** Adds an app ID that is not in the table. */
  add(key: AppKey, address: number): void;
  delete(key: AppKey): void;
};

/** A record has four words of 32 bits: three of the key, and the address. Four records fill a cache line. */
const words = 4;
const firstCapacity = 256;
/** Marks in the place of an address; a real address is neither of them. */
const empty = 0;
const removed = 0xffff_ffff;
/** An odd step that reaches every record. Apps that are added to another table in table order would form long runs there. */
const stride = 0x9e3779b1;

/** Returns a hash of 32 bits; the table uses the low ones. */
export function hashOf({ one, two, three }: AppKey): number {
  const hash = Math.imul(one ^ Math.imul(two ^ Math.imul(three, stride), 0x85ebca6b), 0xc2b2ae35);
  return hash ^ (hash >>> 15);
}

/** Builds an empty table for addresses from 1 to 2 ** 32 - 2. It uses linear probing. */
export function createAddresses(): Addresses {
  let records = new Uint32Array(words * firstCapacity);
  let mask = firstCapacity - 1;
  let size = 0;
  let used = 0;

  const next = (at: number) => (at + words) & (mask * words);
  const homeOf = (key: AppKey) => (hashOf(key) & mask) * words;

  /** Returns the record of a key, or -1. */
  function find(key: AppKey): number {
    const { one, two, three } = key;
    for (let at = homeOf(key); ; at = next(at)) {
      const address = records[at + 3];
      if (address === empty) return -1;
      const same = records[at] === one && records[at + 1] === two && records[at + 2] === three;
      if (same && address !== removed) return at;
    }
  }

  function put(key: AppKey, address: number): void {
    let at = homeOf(key);
    while (records[at + 3] !== empty) at = next(at);
    records[at] = key.one;
    records[at + 1] = key.two;
    records[at + 2] = key.three;
    records[at + 3] = address;
  }

  /** Rebuilds the table without the removed records, larger when needed. */
  function rebuild(): void {
    const old = records;
    let capacity = firstCapacity;
    // At most 13/16 are used after this and 14/16 before the next rebuild, so that not every change rebuilds it.
    while (size * 16 > capacity * 13) capacity *= 2;
    records = new Uint32Array(words * capacity);
    mask = capacity - 1;
    for (let at = 0; at < old.length; at += words) {
      const [one = 0, two = 0, three = 0, address = empty] = old.subarray(at, at + words);
      if (address !== empty && address !== removed) put({ one, two, three }, address);
    }
    used = size;
  }

  return {
    get size() {
      return size;
    },
    get(key) {
      const at = find(key);
      return at === -1 ? undefined : records[at + 3];
    },
    all() {
      const addresses: number[] = [];
      for (let step = 0; step <= mask; step += 1) {
        const address = records[(Math.imul(step, stride) & mask) * words + 3] as number;
        if (address !== empty && address !== removed) addresses.push(address);
      }
      return addresses;
    },
    add(key, address) {
      size += 1;
      used += 1;
      if (used * 8 > (mask + 1) * 7) rebuild();
      put(key, address);
    },
    delete(key) {
      const at = find(key);
      if (at === -1) return;
      records[at + 3] = removed;
      size -= 1;
    },
  };
}
