import { type RequestOutcome, requestOutcomes } from '@adwarden/contract/ads';
import { type AppKey, appIDOf } from '../answers/ads.app-key.ts';

/**
 * The number of requests for an app's ads with an outcome. `country` is alpha-2, '' where no IP rules found one. `notModified` is
 * the number of them that were answered by 304. `token`: the last four characters of their token. A '=' stands before them when
 * it was the present one. Earlier versions did not count that one separately. Only some refused tokens are reported.
 */
export type UsageSum = [
  appID: string,
  country: string,
  outcome: RequestOutcome,
  requests: number,
  notModified: number,
  token?: string,
];

/** Requests to be added, four words each: the key of their sum. */
export type Requests = Uint32Array;
export const requestWords = 4;

/**
 * Sums by app, country, outcome and token in one typed array, 32 bytes each. Counting is one cache miss and makes no
 * object (README). App IDs are random, so their first characters are the hash. Reading from front to back gives them
 * nearly sorted, and a database writes sorted rows fastest.
 */
export type UsageTable = {
  /** The number of sums. */
  readonly size: number;
  /** Adds the first `count` requests. */
  add(requests: Requests, count: number): void;
  /** Returns the first sums, at most `limit`; the same ones again until they are dropped. */
  first(limit: number): UsageSum[];
  /** Removes the sums that `first` last returned. Nothing may be added to a table that is being emptied. */
  drop(): void;
  /** Tells whether it holds much more memory than its sums need. */
  isWasteful(): boolean;
};

/** A record has eight words: four of key (the third is 0 in an unused one), two counts, two unused. */
const words = 8;
const [requestsAt, notModifiedAt] = [4, 5];
const firstBits = 8;
/**
 * Flags in the third word of a key, above the end of the app ID and the country. The highest bit makes a word larger than V8's
 * small integers of 32 bits, so it marks the rare case: a token that is not the present one.
 */
const used = 1 << 30;
const otherToken = 1 << 31;
const countryLetters = 26;
const upperA = 65;
/** The number of bits of the outcome in the fourth word of a key; four ASCII characters of the token follow. */
const outcomeBits = 3;
const outcomeMask = (1 << outcomeBits) - 1;
const characterBits = 7;
const characterMask = (1 << characterBits) - 1;
/** A flag in the fourth word of a request: it was answered by 304. */
const notModifiedBit = 1 << 31;

const outcomeNumbers = Object.fromEntries(
  requestOutcomes.map((outcome, index) => [outcome, index]),
) as Record<RequestOutcome, number>;

/** Returns the last four characters of a token as a number; 0 for ''. */
function endingBits(token: string): number {
  let bits = 0;
  for (let index = Math.max(0, token.length - 4); index < token.length; index += 1) {
    bits = (bits << characterBits) | (token.charCodeAt(index) & characterMask);
  }
  return bits;
}

function endingOf(bits: number): string {
  let text = '';
  for (let rest = bits; rest !== 0; rest >>>= characterBits) {
    text = String.fromCharCode(rest & characterMask) + text;
  }
  return text;
}

/** Returns 1 to 676 for two capital letters, 0 for anything else. */
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

/** Notes a request to be added. A country that is not alpha-2 counts as none. `token`: '' if it is not to be reported. */
export function noteRequest(
  requests: Requests,
  index: number,
  { one, two, three }: AppKey,
  country: string,
  outcome: RequestOutcome,
  isNotModified: boolean,
  token: string,
  isPresent: boolean,
): void {
  const at = index * requestWords;
  requests[at] = one;
  requests[at + 1] = two;
  requests[at + 2] = used | (three << 10) | countryBits(country) | (isPresent ? 0 : otherToken);
  requests[at + 3] =
    outcomeNumbers[outcome] |
    (endingBits(token) << outcomeBits) |
    (isNotModified ? notModifiedBit : 0);
}

/** Builds an empty table, which grows with the number of requested apps. */
export function createUsageTable(): UsageTable {
  let bits = firstBits;
  let table = new Uint32Array(words << bits);
  let size = 0;
  let cursor = 0;
  let end = 0;
  let answered = 0;

  /** Returns where the search for a key begins. The countries of an app are near each other, but not in one run. */
  const homeOf = (one: number, three: number) =>
    ((one >>> (30 - bits)) + (((three & 1023) * 5) & 255)) & ((1 << bits) - 1);

  /** Returns the record of a key, or the unused record where it belongs. */
  function placeOf(one: number, two: number, three: number, four: number): number {
    const mask = (words << bits) - 1;
    let at = homeOf(one, three) * words;
    while (
      table[at + 2] !== 0 &&
      (table[at + 2] !== three ||
        table[at] !== one ||
        table[at + 1] !== two ||
        table[at + 3] !== four)
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
      const [one = 0, two = 0, , four = 0] = old.subarray(from, from + words);
      const at = placeOf(one, two, three, four);
      for (let word = 0; word < words; word += 1) table[at + word] = old[from + word] as number;
    }
  }

  /** Makes a new record and returns its position. */
  function begin(one: number, two: number, three: number, four: number): number {
    if (size * 4 >= 3 << bits) grow();
    const at = placeOf(one, two, three, four);
    table[at] = one;
    table[at + 1] = two;
    table[at + 2] = three;
    table[at + 3] = four;
    size += 1;
    return at;
  }

  return {
    get size() {
      return size;
    },
    add(requests, count) {
      for (let from = 0; from < count * requestWords; from += requestWords) {
        const one = requests[from] as number;
        const two = requests[from + 1] as number;
        const three = requests[from + 2] as number;
        const last = requests[from + 3] as number;
        const four = last & ~notModifiedBit;
        let at = placeOf(one, two, three, four);
        if (table[at + 2] === 0) at = begin(one, two, three, four);
        table[at + requestsAt] = (table[at + requestsAt] as number) + 1;
        table[at + notModifiedAt] = (table[at + notModifiedAt] as number) + (last >>> 31);
      }
    },
    first(limit) {
      const sums: UsageSum[] = [];
      for (end = cursor; end < table.length && sums.length < limit; end += words) {
        const three = table[end + 2] as number;
        if (three === 0) continue;
        const one = table[end] as number;
        const two = table[end + 1] as number;
        const four = table[end + 3] as number;
        const sum: UsageSum = [
          appIDOf({ one, two, three: (three >>> 10) & 0xf_ffff }),
          countryOf(three & 1023),
          requestOutcomes[four & outcomeMask] as RequestOutcome,
          table[end + requestsAt] as number,
          table[end + notModifiedAt] as number,
        ];
        const ending = endingOf(four >>> outcomeBits);
        if (ending !== '') sum.push(three & otherToken ? ending : `=${ending}`);
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
