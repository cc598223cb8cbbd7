import { requestsOf, type Traffic } from '@adwarden/contract/traffic/traffic';
import type { Outcome } from './outcomes.ts';
import classes from './traffic-table.module.css';
import { changeInWords, inFull, isOver, stepBegin } from './traffic-words.ts';

/** The steps as figures, newest first: what the chart shows. */
export function StepTable({
  traffic,
  outcomes,
}: {
  traffic: Traffic;
  outcomes: readonly Outcome[];
}) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className={classes.scroll} aria-label={`Requests by ${traffic.step}`} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{traffic.step === 'day' ? 'Day (UTC)' : 'Hour'}</th>
            <th scope="col" data-align="end">
              Requests
            </th>
            {outcomes.map(({ id, label }) => (
              <th key={id} scope="col" data-align="end">
                {label}
              </th>
            ))}
            <th scope="col" data-align="end">
              A week before
            </th>
            <th scope="col" data-align="end">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {traffic.steps.toReversed().map(({ weekBefore, ...counts }) => {
            const requests = requestsOf(counts);
            const before = weekBefore && requestsOf(weekBefore);
            return (
              <tr key={counts.at}>
                <th scope="row">{stepBegin(traffic.step, counts.at)}</th>
                <td data-align="end">{inFull(requests)}</td>
                {outcomes.map(({ id, of }) => (
                  <td key={id} data-align="end">
                    {inFull(of(counts))}
                  </td>
                ))}
                <td data-align="end">{before === null ? '–' : inFull(before)}</td>
                <td data-align="end">
                  {before === null || !isOver(traffic, counts.at)
                    ? '–'
                    : changeInWords(requests, before)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
