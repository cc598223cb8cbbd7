import type { UsageDay } from '@adwarden/contract/usage';
import { formatDate } from '../../lib/dates.ts';
import classes from './usage-section.module.css';
import { series } from './usage-series.ts';
import { inFull } from './usage-words.ts';

/** The days as figures, newest first. */
export function UsageTable({ days }: { days: UsageDay[] }) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className={classes.scroll} aria-label="Requests per day" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {series.map(({ name, label }) => (
              <th key={name} scope="col" data-align="end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((counts) => (
            <tr key={counts.day}>
              <th scope="row">{formatDate(counts.day)}</th>
              {series.map(({ name }) => (
                <td key={name} data-align="end">
                  {inFull(counts[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
