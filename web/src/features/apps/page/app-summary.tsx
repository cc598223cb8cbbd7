import type { ReactNode } from 'react';
import classes from './app-summary.module.css';

type Props = {
  ads: ReactNode;
  requests: ReactNode;
  findings: ReactNode;
  /** Whether pauses cover the app; they may still be loaded. */
  isPaused: boolean;
  pauses: ReactNode;
};

/** Shows how an app is doing: who gets its ads, how many phones ask, and what is probably wrong. */
export function AppSummary({ ads, requests, findings, isPaused, pauses }: Props) {
  return (
    <div className={classes.summary}>
      <dl className={classes.cells}>
        <div className={classes.cell}>
          <dt>Ads now</dt>
          <dd>{ads}</dd>
        </div>
        <div className={classes.cell}>
          <dt>Requests today, so far</dt>
          <dd>{requests}</dd>
        </div>
        <div className={classes.cell}>
          <dt>Findings</dt>
          <dd>{findings}</dd>
        </div>
      </dl>
      {isPaused && <div className={classes.pauses}>{pauses}</div>}
    </div>
  );
}
