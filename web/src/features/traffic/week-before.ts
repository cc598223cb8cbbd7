import { type ComparedCount, countOf, mostUnknown } from '@adwarden/contract/traffic/comparison';
import {
  requestsOf,
  type Traffic,
  type TrafficCounts,
  type TrafficStepCounts,
} from '@adwarden/contract/traffic/traffic';
import { stepMs } from './traffic-range.ts';
import { changeInWords, inFull } from './traffic-words.ts';

/* Traffic beside the same hours or days a week before: requests with ads first, because these bring the revenue. */

type Steps = Pick<Traffic, 'steps'>;
type Answer = Pick<Traffic, 'step' | 'steps' | 'asOf'>;

/**
 * Returns the count to compare first in everything that one answer shows: requests with ads on, or all requests while an
 * older version has counted some of them, because it did not know which had ads.
 */
export function comparedCount({ steps }: Steps): ComparedCount {
  const counts = steps.flatMap(({ weekBefore, ...step }) =>
    weekBefore ? [step, weekBefore] : [step],
  );
  const sum = (of: (counts: TrafficCounts) => number) =>
    counts.reduce((all, one) => all + of(one), 0);
  return sum(({ unknown }) => unknown) <= sum(requestsOf) * mostUnknown ? 'on' : 'requests';
}

/** '8,000 requests', or '8,000 requests with ads'. */
export const countInWords: Record<ComparedCount, (count: number) => string> = {
  requests: (count) => (count === 1 ? 'request' : 'requests'),
  on: (count) => (count === 1 ? 'request with ads' : 'requests with ads'),
};

/** Tells whether a step is over; the current one cannot be compared yet. */
export const isOver = ({ step, asOf }: Pick<Traffic, 'step' | 'asOf'>, at: string): boolean =>
  Date.parse(at) + stepMs[step] <= Date.parse(asOf);

/** Compares a step with the same one a week before: '−71% against 5,200 a week before'. '' if that is not kept. */
export function stepAgainstWeekBefore(
  traffic: Answer,
  step: TrafficStepCounts,
  of: ComparedCount,
): string {
  if (!step.weekBefore) return '';
  const before = countOf[of](step.weekBefore);
  return isOver(traffic, step.at)
    ? `${changeInWords(countOf[of](step), before)} against ${inFull(before)} a week before`
    : `${inFull(before)} in the whole ${traffic.step} a week before`;
}

/** Compares all steps that are over with the same ones a week before. '' if some of these are not kept. */
export function sumAgainstWeekBefore(traffic: Answer, of: ComparedCount): string {
  const { step, steps } = traffic;
  const over = steps.filter(({ at }) => isOver(traffic, at));
  const before = over.flatMap(({ weekBefore }) => (weekBefore ? [countOf[of](weekBefore)] : []));
  if (over.length === 0 || before.length < over.length) return '';
  const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0);
  const change = changeInWords(sum(over.map(countOf[of])), sum(before));
  return `${change} against a week before${over.length < steps.length ? `, without the ${step} that runs` : ''}`;
}
