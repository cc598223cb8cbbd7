import { limits } from '@adwarden/contract/limits';
import { hourMs } from '../../../kit/clock.ts';

const second = 1000;
const minute = 60 * second;

/** The pauses after the first failure, the second one, and so on; then an hour each time. */
const pauses = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, 30 * minute];

/**
 * Returns the milliseconds until an event that failed `tries` times is tried again. A receiver may ask for longer, up to an hour.
 */
export function pauseAfter(tries: number, retryAfterMs: number | null): number {
  const usual = pauses[tries - 1] ?? hourMs;
  return Math.max(usual, Math.min(retryAfterMs ?? 0, hourMs));
}

/** Tells whether an event that has failed for so long is given up. */
export const isGivenUp = (failingMs: number): boolean =>
  failingMs >= limits.webhooks.hours * hourMs;
