import { getPriority, setPriority } from 'node:os';

/** One more than the priority of an office (`server/src/processes/office.ts`). */
const niceness = 9;

/**
 * Lowers the priority of tests, and of the processes that they start. An office gives way to all that is above it, so
 * beside tests that use the whole machine it would take seconds for an answer.
 */
export function runAtLowPriority(): void {
  if (getPriority() < niceness) setPriority(niceness);
}
