import { adsOffReasons } from '@adwarden/contract/no-ads-reasons';
import { trafficHeadings } from '@adwarden/contract/traffic/exports';
import type { Traffic, TrafficCounts } from '@adwarden/contract/traffic/traffic';

/** An outcome of requests: a part of a bar, and a column of the table. The colours are in tokens.css. */
export type Outcome = {
  id: string;
  label: string;
  color: string;
  of: (counts: TrafficCounts) => number;
};

/** All outcomes, from the bottom of a bar to its top. */
const outcomes: readonly Outcome[] = [
  { id: 'on', label: trafficHeadings.on, color: 'var(--outcome-on)', of: ({ on }) => on },
  ...adsOffReasons.map((reason) => ({
    id: reason,
    label: trafficHeadings[reason],
    color: `var(--outcome-${reason})`,
    of: ({ off }: TrafficCounts) => off[reason],
  })),
  {
    id: 'unknown',
    label: trafficHeadings.unknown,
    color: 'var(--outcome-unknown)',
    of: ({ unknown }) => unknown,
  },
  {
    id: 'wrong-token',
    label: trafficHeadings.wrongToken,
    color: 'var(--outcome-wrong-token)',
    of: ({ wrongToken }) => wrongToken,
  },
];

/** Returns the outcomes that at least one request had, and always "Ads on". */
export const outcomesIn = ({ total }: Pick<Traffic, 'total'>): readonly Outcome[] =>
  outcomes.filter(({ id, of }) => id === 'on' || of(total) > 0);
