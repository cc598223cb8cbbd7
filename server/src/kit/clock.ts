/** Returns the time in epoch milliseconds; tests use their own clock. */
export type Clock = () => number;

/** This machine's clock. */
export const systemClock: Clock = () => Date.now();

/** Epoch milliseconds in the form of the API: ISO 8601 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
