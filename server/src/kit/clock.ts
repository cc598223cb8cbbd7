/** The time in epoch milliseconds; tests hand in their own. */
export type Clock = () => number;

/** This machine's clock. */
export const systemClock: Clock = () => Date.now();

/** Epoch milliseconds as the wire shows them: ISO 8601 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
