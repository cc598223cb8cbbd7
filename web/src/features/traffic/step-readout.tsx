import { requestsOf, type Traffic, type TrafficCounts } from '@adwarden/contract/traffic/traffic';
import type { ReactNode } from 'react';
import type { Outcome } from './outcomes.ts';
import classes from './step-readout.module.css';
import {
  inFull,
  isOver,
  share,
  stepAgainstWeekBefore,
  stepInWords,
  sumAgainstWeekBefore,
} from './traffic-words.ts';

type Props = {
  traffic: Traffic;
  outcomes: readonly Outcome[];
  /** The step whose values show; null for the sum of all. */
  at: number | null;
  /** The range in words. */
  range: string;
  /** Leaves out the line about “not modified”, old tokens and unknown app IDs. */
  isShort?: boolean;
  /** Links to other views of this step. */
  children?: ReactNode;
};

/** The values of a step, or of the whole range: requests, the week before, and each outcome beside its colour. */
export function StepReadout(props: Props) {
  const { traffic, outcomes, at, range, isShort = false, children } = props;
  const { unknownApps = 0 } = traffic;
  const step = at === null ? undefined : traffic.steps[at];
  const counts: TrafficCounts = step ?? traffic.total;
  const requests = requestsOf(counts);
  const all = requests + counts.wrongToken;
  const compared = step ? stepAgainstWeekBefore(traffic, step) : sumAgainstWeekBefore(traffic);
  return (
    <div className={classes.readout}>
      <div className={classes.head}>
        <p className={classes.when}>
          {step ? stepInWords(traffic.step, step.at) : range}
          {step && !isOver(traffic, step.at) && ', so far'}
          {children}
        </p>
        <p className={classes.sum}>
          <strong className={classes.requests}>{inFull(requests)}</strong>{' '}
          {requests === 1 ? 'request' : 'requests'}
        </p>
        {compared !== '' && (
          <p className={classes.before}>
            <span className={classes.dashes} aria-hidden="true" />
            {compared}
          </p>
        )}
      </div>
      <dl className={classes.outcomes}>
        {outcomes.map(({ id, label, color, of }) => (
          <div key={id}>
            <dt className={classes.label}>
              <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
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
          Of the requests, {inFull(counts.notModified)} were answered by “not modified” and{' '}
          {inFull(counts.oldToken)} had an old token.
          {!step && unknownApps > 0 && ` ${inFull(unknownApps)} more had an unknown app ID.`}
        </p>
      )}
    </div>
  );
}
