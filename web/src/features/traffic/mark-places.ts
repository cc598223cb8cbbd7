import type { TrafficMark } from '@adwarden/contract/traffic/marks';
import type { Traffic } from '@adwarden/contract/traffic/traffic';
import { stepMs } from './traffic-range.ts';

/** Marks that are shown as one, at a place of the axis: its middle, from 0 to 1. */
export type MarkPlace = { middle: number; marks: TrafficMark[] };

/** The smallest width of a place in pixels: a button with a gap. */
const leastWidth = 28;

/** Returns where a time is on the axis of some steps, from 0 to 1. Times outside are at an end. */
export function placeOf({ step, steps }: Pick<Traffic, 'step' | 'steps'>, time: number): number {
  const from = Date.parse(steps[0]?.at ?? '');
  return Math.min(1, Math.max(0, (time - from) / (steps.length * stepMs[step])));
}

/**
 * Places the marks at their steps. If steps are narrower than a button, several neighbours are one place. `width`: in
 * pixels.
 */
export function markPlaces(
  traffic: Pick<Traffic, 'step' | 'steps' | 'marks'>,
  width: number,
): MarkPlace[] {
  const count = traffic.steps.length;
  const together = Math.max(1, Math.ceil(leastWidth / (width / count)));
  const byPlace = Map.groupBy(traffic.marks, ({ at }) => {
    const step = Math.min(count - 1, Math.floor(placeOf(traffic, Date.parse(at)) * count));
    return Math.floor(step / together);
  });
  return [...byPlace]
    .sort(([a], [b]) => a - b)
    .map(([place, marks]) => {
      const first = place * together;
      const last = Math.min(count, first + together);
      return { middle: (first + last) / 2 / count, marks };
    });
}

/** The longest time before a step at which its causes are searched. */
const causeMs = { hour: 2 * stepMs.hour, day: stepMs.day };

/**
 * Returns the marks that may explain the requests of a step: those in it and shortly before. A pause counts when it begins
 * and when it ends.
 */
export function marksAround(
  { step, marks }: Pick<Traffic, 'step' | 'marks'>,
  at: number,
): TrafficMark[] {
  const isAround = (time: string) =>
    Date.parse(time) >= at - causeMs[step] && Date.parse(time) < at + stepMs[step];
  return marks.filter(
    (mark) =>
      isAround(mark.at) || (mark.kind === 'pause' && mark.until !== null && isAround(mark.until)),
  );
}
