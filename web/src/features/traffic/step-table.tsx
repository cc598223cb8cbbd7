import { type ComparedCount, countOf } from '@adwarden/contract/traffic/comparison';
import { trafficHeadings } from '@adwarden/contract/traffic/exports';
import { requestsOf, type Traffic } from '@adwarden/contract/traffic/traffic';
import type { Outcome } from './outcomes.ts';
import classes from './traffic-table.module.css';
import { changeInWords, inFull, stepBegin } from './traffic-words.ts';
import { comparedCount, isOver } from './week-before.ts';

const beforeWords: Record<ComparedCount, string> = {
  requests: trafficHeadings.requestsWeekBefore,
  on: trafficHeadings.onWeekBefore,
};

/** The steps as figures, newest first: what the chart shows. */
export function StepTable({
  traffic,
  outcomes,
}: {
  traffic: Traffic;
  outcomes: readonly Outcome[];
}) {
  const compared = comparedCount(traffic);
  const of = countOf[compared];
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
              {beforeWords[compared]}
            </th>
            <th scope="col" data-align="end">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {traffic.steps.toReversed().map(({ weekBefore, ...counts }) => {
            const before = weekBefore && of(weekBefore);
            return (
              <tr key={counts.at}>
                <th scope="row">{stepBegin(traffic.step, counts.at)}</th>
                <td data-align="end">{inFull(requestsOf(counts))}</td>
                {outcomes.map((outcome) => (
                  <td key={outcome.id} data-align="end">
                    {inFull(outcome.of(counts))}
                  </td>
                ))}
                <td data-align="end">{before === null ? '–' : inFull(before)}</td>
                <td data-align="end">
                  {before === null || !isOver(traffic, counts.at)
                    ? '–'
                    : changeInWords(of(counts), before)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
