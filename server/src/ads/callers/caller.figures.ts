import { callerKinds } from './caller.part.ts';

/** Answers to callers, by the known facts about them; `country` is an alpha-2 code, 'unknown' or 'other'. */
export type CallerFigure = { country: string; vpn: string; count: number };

/** The most countries that are shown; of the others only the sum is. */
const mostCountries = 20;

/**
 * Builds the function that reads the counts of callers (in the places of `callerKinds`) for the metrics: the 20 countries with
 * most, and the others as one. Growth is added to the figure in which its country stands at that time, so that no figure ever
 * falls.
 */
export function createCallerFigures(counts: () => readonly number[]): () => CallerFigure[] {
  const read = callerKinds.map(() => 0);
  const shown = new Map<string, CallerFigure>();

  function add(country: string, vpn: string, growth: number): void {
    const key = `${country} ${vpn}`;
    const figure = shown.get(key) ?? { country, vpn, count: 0 };
    figure.count += growth;
    shown.set(key, figure);
  }

  /** Returns the countries with most callers. */
  function largest(now: readonly number[]): Set<string> {
    const sums = new Map<string, number>();
    for (const [place, { country }] of callerKinds.entries()) {
      sums.set(country, (sums.get(country) ?? 0) + (now[place] ?? 0));
    }
    sums.delete('unknown');
    const asked = [...sums].filter(([, sum]) => sum > 0);
    const ranked = asked.toSorted(([, one], [, other]) => other - one);
    return new Set(ranked.slice(0, mostCountries).map(([country]) => country));
  }

  return () => {
    const now = counts();
    const own = largest(now).add('unknown');
    for (const [place, { country, vpn }] of callerKinds.entries()) {
      const count = now[place] ?? 0;
      add(own.has(country) ? country : 'other', vpn, count - (read[place] ?? 0));
      read[place] = count;
    }
    own.add('other');
    return [...shown.values()].filter(({ country }) => own.has(country)).map((one) => ({ ...one }));
  };
}
