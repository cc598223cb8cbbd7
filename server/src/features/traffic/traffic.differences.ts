import { limits } from '@adwarden/contract/limits';
import type { ComparedBy } from '@adwarden/contract/traffic/comparison';

/** The requests of the compared days, and those of all earlier weeks together. */
export type Sums = { now: number; before: number };

/** A row of counts of an app and a country, with the app's owner and account; '' for none. */
export type ComparedRow = Sums & {
  appID: string;
  country: string;
  ownerId: string;
  accountKey: string;
};

/** A thing with more or fewer requests than usual. */
export type Difference = { key: string; requests: number; usual: number };
export type Differences = { increases: Difference[]; decreases: Difference[] };

const keys: Record<ComparedBy, (row: ComparedRow) => string> = {
  app: ({ appID }) => appID,
  owner: ({ ownerId }) => ownerId,
  account: ({ accountKey }) => accountKey,
  country: ({ country }) => country,
};

/** Adds up rows by key, and finds the largest differences. All rows of an app must be given together. */
export type Comparing = {
  add(rows: readonly ComparedRow[]): void;
  largest(): Differences;
};

/**
 * Builds the comparison by one kind of key with this many weeks. Rows without a key, such as an unknown country, are left out.
 */
export function createComparing(by: ComparedBy, weeks: number): Comparing {
  const keyOf = keys[by];
  const sums = new Map<string, Sums>();
  let largest: Difference[] = [];

  /** Keeps the largest differences of the sums so far, and begins new sums. */
  function keep(): void {
    const all = [...sums].map(([key, { now, before }]) => {
      return { key, requests: now, usual: Math.round(before / weeks) };
    });
    const byChange = [...largest, ...all]
      .filter((one) => changeOf(one) !== 0)
      .sort((a, b) => changeOf(b) - changeOf(a) || (a.key < b.key ? -1 : 1));
    const { differences } = limits.traffic;
    largest = byChange.filter(
      (_, place) => place < differences || place >= byChange.length - differences,
    );
    sums.clear();
  }

  return {
    add(rows) {
      if (weeks === 0) return;
      for (const row of rows) {
        const key = keyOf(row);
        if (key === '') continue;
        const sum = sums.get(key) ?? { now: 0, before: 0 };
        sums.set(key, sum);
        sum.now += row.now;
        sum.before += row.before;
      }
      // The rows of an app come together; those of an owner do not.
      if (by === 'app') keep();
    },
    largest() {
      keep();
      const increases = largest.filter((one) => changeOf(one) > 0);
      const decreases = largest.filter((one) => changeOf(one) < 0).reverse();
      const { differences } = limits.traffic;
      return {
        increases: increases.slice(0, differences),
        decreases: decreases.slice(0, differences),
      };
    },
  };
}

const changeOf = ({ requests, usual }: Difference): number => requests - usual;
