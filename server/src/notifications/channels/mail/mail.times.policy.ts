import { dayMs, dayOf, hourMs } from '../../../kit/clock.ts';

/** When a mail that was not sent is tried again. */
export const againMs = hourMs;

/** When the next daily mail is due: the next time that it is this hour in UTC. */
export function nextMailAt(now: number, hour: number): number {
  const today = dayOf(now) + hour * hourMs;
  return today > now ? today : today + dayMs;
}
