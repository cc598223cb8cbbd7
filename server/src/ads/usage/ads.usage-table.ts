import { type AppKey, appIDOf } from '../answers/ads.app-key.ts';

/**
 * The counts of an app, for one country if its IP rules found one: `country` is alpha-2, '' for none. `ok` and
 * `notModified` count answers with its ads, `oldToken` how many of those had an old token, `wrongToken` the
 * refusals. `turnedOff` is how many answers had their ads off by country or VPN; it is left out when there is none.
 */
export type UsageSum = [
  appID: string,
  country: string,
  ok: number,
  notModified: number,
  oldToken: number,
  wrongToken: number,
  turnedOff?: number,
];

/** The position of a count in a record. */
const countAt = { ok: 3, notModified: 4, oldToken: 5, wrongToken: 6, turnedOff: 7 } as const;
export type CountName = keyof typeof countAt;

/** Answers that are to be added, four words each: three of the sum's key, and the position of the count. */
export type Answers = Uint32Array;
export const answerWords = 4;

/**
 * Sums by app and country in one typed array, 32 bytes each. Counting is one cache miss and makes no object
 * (README). App IDs are random, so their first characters are the hash. Reading from front to back gives them
 * nearly sorted, and a database writes sorted rows fastest.
 */
export type UsageTable = {
  /** The number of sums. */
  readonly size: number;
  /** Adds the first `count` answers. */
  add(answers: Answers, count: number): void;
  /** The first sums, at most `limit`; the same ones again until they are dropped. */
  first(limit: number): UsageSum[];
  /** Removes the sums that `first` answered last. Nothing may be added to a table that is being emptied. */
  drop(): void;
  /** Whether it holds much more memory than its sums need. */
  isWasteful(): boolean;
};

/** A record has eight words: three of key (0: unused) and five counts. */
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

/** Notes an answer that is to be added. A `country` that is not alpha-2 counts as none. */
export function noteAnswer(
  answers: Answers,
  index: number,
  { one, two, three }: AppKey,
  country: string,
  name: CountName,
): void {
  const at = index * answerWords;
  answers[at] = one;
  answers[at + 1] = two;
  answers[at + 2] = used | (three << 10) | countryBits(country);
  answers[at + 3] = countAt[name];
}

/** Builds an empty table, which grows with the number of requested apps. */
export function createUsageTable(): UsageTable {
  let bits = firstBits;
  let table = new Uint32Array(words << bits);
  let size = 0;
  let cursor = 0;
  let end = 0;
  let answered = 0;

  /** Where the search for a key begins. The countries of an app are near each other, but not in one run. */
  const homeOf = (one: number, three: number) =>
    ((one >>> (30 - bits)) + (((three & 1023) * 5) & 255)) & ((1 << bits) - 1);

  /** The record of a key, or the unused record where it belongs. */
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
      const three = old[from + 2] as number;
      if (three === 0) continue;
      const at = placeOf(old[from] as number, old[from + 1] as number, three);
      for (let word = 0; word < words; word += 1) table[at + word] = old[from + word] as number;
    }
  }

  /** Makes a new record and answers its position. */
  function begin(one: number, two: number, three: number): number {
    if (size * 4 >= 3 << bits) grow();
    const at = placeOf(one, two, three);
    table[at] = one;
    table[at + 1] = two;
    table[at + 2] = three;
    size += 1;
    return at;
  }

  return {
    get size() {
      return size;
    },
    add(answers, count) {
      for (let from = 0; from < count * answerWords; from += answerWords) {
        const one = answers[from] as number;
        const two = answers[from + 1] as number;
        const three = answers[from + 2] as number;
        let at = placeOf(one, two, three);
        if (table[at + 2] === 0) at = begin(one, two, three);
        at += answers[from + 3] as number;
        const sum = (table[at] as number) + 1;
        if (sum <= most) table[at] = sum;
      }
    },
    first(limit) {
      const sums: UsageSum[] = [];
      for (end = cursor; end < table.length && sums.length < limit; end += words) {
        const three = table[end + 2] as number;
        if (three === 0) continue;
        const one = table[end] as number;
        const two = table[end + 1] as number;
        const turnedOff = table[end + countAt.turnedOff] as number;
        const sum: UsageSum = [
          appIDOf({ one, two, three: (three >>> 10) & 0xf_ffff }),
          countryOf(three & 1023),
          table[end + countAt.ok] as number,
          table[end + countAt.notModified] as number,
          table[end + countAt.oldToken] as number,
          table[end + countAt.wrongToken] as number,
        ];
        if (turnedOff > 0) sum.push(turnedOff);
        sums.push(sum);
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
