import { dayMs, dayOf, hourMs } from '../../../kit/clock.ts';

/** Milliseconds until a failed mail is tried again. */
export const againMs = hourMs;

/** Returns when the next daily mail is due: the next time that it is this hour in UTC. */
export function nextMailAt(now: number, hour: number): number {
  const today = dayOf(now) + hour * hourMs;
  return today > now ? today : today + dayMs;
}
