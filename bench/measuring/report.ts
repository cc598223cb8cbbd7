import { median } from './statistics.ts';

/** A measured figure, its limit, and whether the limit holds. */
export type Verdict = { name: string; figure: string; limit: string; ok: boolean };

/** Compares a measured number with its limit. */
export function judge(
  name: string,
  value: number,
  bound: { atMost: number } | { atLeast: number },
  { unit = '', digits = 0, detail = '' } = {},
): Verdict {
  const [most, word] = 'atMost' in bound ? [bound.atMost, 'at most'] : [bound.atLeast, 'at least'];
  const shown = (number: number) => `${number.toFixed(digits)}${unit}`;
  return {
    name,
    figure: detail ? `${shown(value)} (${detail})` : shown(value),
    limit: `${word} ${shown(most)}`,
    // Compares the number before rounding: 0.899 is below 0.90. NaN misses every limit.
    ok: 'atMost' in bound ? value <= most : value >= most,
  };
}

/** Runs of one program differ by so much on a quiet machine. */
const tolerance = 1.15;

/** Compares the median of some runs, usually three, with a goal: it is missed by what is more than 1.15 times as much. */
export function judgeGoal(
  name: string,
  runs: readonly number[],
  goal: number,
  { unit = ' ms', digits = 0, detail = '' } = {},
): Verdict {
  const all = runs.map((run) => run.toFixed(digits)).join(', ');
  const { figure, ok } = judge(
    name,
    median(runs),
    { atMost: goal * tolerance },
    { unit, digits, detail: [`runs ${all}`, detail].filter(Boolean).join('; ') },
  );
  return { name, figure, ok, limit: `goal ${goal.toFixed(digits)}${unit}` };
}

/** Builds a figure without a limit. */
export const shownOnly = (name: string, figure: string): Verdict => ({
  name,
  figure,
  limit: '',
  ok: true,
});

const mark = ({ ok, limit }: Verdict) => (limit === '' ? '      ' : ok ? 'ok    ' : 'MISSED');

/** Writes the table of all limits, one line each. */
export function table(verdicts: Verdict[]): string {
  const width = (column: 'name' | 'figure' | 'limit') =>
    Math.max(...verdicts.map((verdict) => verdict[column].length));
  const [name, limit] = [width('name'), width('limit')];
  return verdicts
    .map(
      (verdict) =>
        `${mark(verdict)}  ${verdict.name.padEnd(name)}  ${verdict.limit.padEnd(limit)}  ${verdict.figure}`,
    )
    .join('\n');
}

/** Prints a line of progress. */
export function log(text: string): void {
  console.log(`  ${text}`);
}
