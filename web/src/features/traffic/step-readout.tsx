import { type ComparedCount, countOf } from '@adwarden/contract/traffic/comparison';
import { requestsOf, type Traffic, type TrafficCounts } from '@adwarden/contract/traffic/traffic';
import type { ReactNode } from 'react';
import type { Outcome } from './outcomes.ts';
import classes from './step-readout.module.css';
import { inFull, share, stepInWords } from './traffic-words.ts';
import {
  comparedCount,
  countInWords,
  isOver,
  stepAgainstWeekBefore,
  sumAgainstWeekBefore,
} from './week-before.ts';

type Props = {
  traffic: Traffic;
  outcomes: readonly Outcome[];
  /** The step whose values show; null for the sum of all. */
  at: number | null;
  /** The range in words. */
  range: string;
  /** Leaves out the line about phones that had the newest ads, old tokens and unknown app IDs. */
  isShort?: boolean;
  /** Links to other views of this step. */
  children?: ReactNode;
};

/** The values of a step, or of the whole range: requests with ads and all, the week before, and each outcome. */
export function StepReadout(props: Props) {
  const { traffic, outcomes, at, range, isShort = false, children } = props;
  const { unknownApps = 0 } = traffic;
  const step = at === null ? undefined : traffic.steps[at];
  const counts: TrafficCounts = step ?? traffic.total;
  const requests = requestsOf(counts);
  const all = requests + counts.wrongToken;
  const first = comparedCount(traffic);
  const compared = (of: ComparedCount) =>
    step ? stepAgainstWeekBefore(traffic, step, of) : sumAgainstWeekBefore(traffic, of);
  const shown = countOf[first](counts);
  const before = compared(first);
  const allBefore = compared('requests');
  return (
    <div className={classes.readout}>
      <div className={classes.head}>
        <p className={classes.when}>
          {step ? stepInWords(traffic.step, step.at) : range}
          {step && !isOver(traffic, step.at) && ', so far'}
          {children}
        </p>
        <p className={classes.sum}>
          <strong className={classes.requests}>{inFull(shown)}</strong> {countInWords[first](shown)}
        </p>
        {before !== '' && (
          <p className={classes.before}>
            <span className={classes.dashes} aria-hidden="true" />
            {before}
          </p>
        )}
        {first !== 'requests' && (
          <p className={classes.all}>
            {inFull(requests)} in all{allBefore !== '' && `: ${allBefore}`}
          </p>
        )}
      </div>
      <dl className={classes.outcomes}>
        {outcomes.map(({ id, label, color, of }) => (
          <div key={id}>
            <dt className={classes.label}>
              <span
                data-color-sample
                className={classes.swatch}
                style={{ background: color }}
                aria-hidden="true"
              />
              {label}
            </dt>
            <dd className={classes.value}>
              {inFull(of(counts))} <span className={classes.share}>{share(of(counts), all)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {!isShort && (
        <p className={classes.more}>
          Of the requests, {inFull(counts.notModified)} came from phones that had the newest ads
          already, and {inFull(counts.oldToken)} had an old token.
          {!step && unknownApps > 0 && ` ${inFull(unknownApps)} more had an unknown app ID.`}
        </p>
      )}
    </div>
  );
}
