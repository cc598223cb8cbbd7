import type { AppKey } from './ads.app-key.ts';

/**
 * Addresses by app ID in one typed array: a look-up touches one place of it, where a Map of strings touches
 * its table and each string (README).
 */
export type Addresses = {
  readonly size: number;
  get(key: AppKey): number | undefined;
  /** Those of all apps, as they are now, in no order. */
  all(): number[];
  /** For an app ID that is not there yet. */
  add(key: AppKey, address: number): void;
  delete(key: AppKey): void;
};

/** A record: three words of key and the address, so that four of them share a line of the cache. */
const words = 4;
const firstCapacity = 256;
/** In the place of an address; no address is one of them. */
const empty = 0;
const removed = 0xffff_ffff;
/** Odd, so that steps of it reach every place. In the order of their places, apps would pile up in another table. */
const stride = 0x9e3779b1;

/** 32 bits of a key, of which the table uses the low ones. */
export function hashOf({ one, two, three }: AppKey): number {
  const hash = Math.imul(one ^ Math.imul(two ^ Math.imul(three, stride), 0x85ebca6b), 0xc2b2ae35);
  return hash ^ (hash >>> 15);
}

/** Builds an empty table of addresses from 1 to 2 ** 32 - 2; who comes second to a place takes the next free one. */
export function createAddresses(): Addresses {
  let records = new Uint32Array(words * firstCapacity);
  let mask = firstCapacity - 1;
  let size = 0;
  let used = 0;

  const next = (at: number) => (at + words) & (mask * words);
  const homeOf = (key: AppKey) => (hashOf(key) & mask) * words;

  /** The record of a key, or -1. */
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

  /** Makes room for as many again, and forgets the removed. */
  function rebuild(): void {
    const old = records;
    let capacity = firstCapacity;
    // A sixteenth is left for what comes next, so that a full table is not rebuilt at every change.
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
