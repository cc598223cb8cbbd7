import { type AppKey, appIDOf } from './ads.app-key.ts';

/**
 * What was counted for an app, and for one country where its IP rules know it: `country` is alpha-2, '' for
 * none. `ok` and `notModified` are the answers with its ads, `oldToken` those of them that came with a token
 * that was rotated away, `wrongToken` the refusals.
 */
export type UsageSum = [
  appID: string,
  country: string,
  ok: number,
  notModified: number,
  oldToken: number,
  wrongToken: number,
];

/** Where a count stands in a record. */
export const countAt = { ok: 3, notModified: 4, oldToken: 5, wrongToken: 6 } as const;
export type CountName = keyof typeof countAt;

/**
 * Sums by app and country in one typed array, 32 bytes each: counting touches one place of memory and makes
 * no object, also among 100,000 apps (README). App IDs are random, so their first characters are the place:
 * reading from front to back gives them nearly sorted, which is what a database takes fastest.
 */
export type UsageTable = {
  /** Sums that are kept. */
  readonly size: number;
  add(key: AppKey, country: string, name: CountName): void;
  /** Where the sum of an app without a country is or would be, for `addAt`. */
  find(key: AppKey): number;
  /** The same as `add` without a country, faster while the app is where `find` said. */
  addAt(place: number, key: AppKey, name: CountName): void;
  /** The first sums, at most `limit`: the same ones again until they are dropped. */
  first(limit: number): UsageSum[];
  /** Forgets what `first` answered last; nothing may be added to a table that is being emptied. */
  drop(): void;
  /** Whether it holds much more memory than its sums need. */
  isWasteful(): boolean;
};

/** A record: three words of key (0: unused), four counts, one idle. */
const words = 8;
const firstBits = 8;
const most = 0xffff_ffff;
const used = 1 << 30;
const countryLetters = 26;
const upperA = 65;

/** 1 to 676 for two capital letters, 0 for anything else. */
function countryBits(country: string): number {
  if (country.length !== 2) return 0;
  const one = country.charCodeAt(0) - upperA;
  const two = country.charCodeAt(1) - upperA;
  if (one < 0 || one >= countryLetters || two < 0 || two >= countryLetters) return 0;
  return one * countryLetters + two + 1;
}

function countryOf(bits: number): string {
  if (bits === 0) return '';
  const letters = bits - 1;
  return String.fromCharCode(
    upperA + Math.trunc(letters / countryLetters),
    upperA + (letters % countryLetters),
  );
}

/** Builds an empty table, which grows with the apps that are asked for. */
export function createUsageTable(): UsageTable {
  let bits = firstBits;
  let table = new Uint32Array(words << bits);
  let size = 0;
  let cursor = 0;
  let end = 0;
  let answered = 0;

  /** Where a key is looked for first; the countries of an app stand near it and not in one row. */
  const homeOf = (one: number, three: number) =>
    ((one >>> (30 - bits)) + (((three & 1023) * 5) & 255)) & ((1 << bits) - 1);

  /** The record of a key: where it is, or the unused one where it belongs. */
  function placeOf(one: number, two: number, three: number): number {
    const mask = (words << bits) - 1;
    let at = homeOf(one, three) * words;
    while (
      table[at + 2] !== 0 &&
      (table[at + 2] !== three || table[at] !== one || table[at + 1] !== two)
    ) {
      at = (at + words) & mask;
    }
    return at;
  }

  function grow(): void {
    const old = table;
    bits += 1;
    table = new Uint32Array(words << bits);
    for (let from = 0; from < old.length; from += words) {
      if (old[from + 2] === 0) continue;
      const key = [old[from] as number, old[from + 1] as number, old[from + 2] as number] as const;
      table.set(old.subarray(from, from + words), placeOf(...key));
    }
  }

  function increase(at: number, name: CountName): void {
    const count = (table[at + countAt[name]] as number) + 1;
    if (count <= most) table[at + countAt[name]] = count;
  }

  function add(key: AppKey, country: string, name: CountName): void {
    const { one, two } = key;
    const three = used | (key.three << 10) | countryBits(country);
    let at = placeOf(one, two, three);
    if (table[at + 2] === 0) {
      if (size * 4 >= 3 << bits) {
        grow();
        at = placeOf(one, two, three);
      }
      table[at] = one;
      table[at + 1] = two;
      table[at + 2] = three;
      size += 1;
    }
    increase(at, name);
  }

  return {
    get size() {
      return size;
    },
    add,
    find: ({ one, two, three }) => placeOf(one, two, used | (three << 10)),
    addAt(place, key, name) {
      const { one, two, three } = key;
      const isThere = table[place] === one && table[place + 1] === two;
      if (isThere && table[place + 2] === (used | (three << 10))) increase(place, name);
      else add(key, '', name);
    },
    first(limit) {
      const sums: UsageSum[] = [];
      for (end = cursor; end < table.length && sums.length < limit; end += words) {
        const three = table[end + 2] as number;
        if (three === 0) continue;
        const [one = 0, two = 0] = table.subarray(end, end + 2);
        const count = (name: CountName) => table[end + countAt[name]] as number;
        sums.push([
          appIDOf({ one, two, three: (three >>> 10) & 0xf_ffff }),
          countryOf(three & 1023),
          count('ok'),
          count('notModified'),
          count('oldToken'),
          count('wrongToken'),
        ]);
      }
      answered = sums.length;
      return sums;
    },
    drop() {
      table.fill(0, cursor, end);
      size -= answered;
      answered = 0;
      cursor = size === 0 ? 0 : end;
      end = cursor;
    },
    isWasteful: () => bits > firstBits && size * 16 < 1 << bits,
  };
}
