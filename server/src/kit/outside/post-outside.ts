import type { IncomingMessage } from 'node:http';
import { askOutside, type OutsideRequest } from './ask-outside.ts';

/** The head of an answer. `retryAfterMs` is the pause that it asks for, or null. */
export type OutsideAnswer = { status: number; retryAfterMs: number | null };

/** The part of an answer's body that is read, and the time for it: enough for a small body to end normally. */
const drained = { bytes: 64 * 1024, ms: 500 };

/** Sends a POST, and resolves with the head of the answer; its body is not used. Rejects as `askOutside` does. */
export const postOutside = (
  request: Omit<OutsideRequest, 'method'> & { body: string },
): Promise<OutsideAnswer> =>
  askOutside({ ...request, method: 'POST' }, async (answer) => {
    await leave(answer);
    return { status: answer.statusCode ?? 0, retryAfterMs: retryAfterOf(answer) };
  });

/** Waits a moment for the end of a small body, then closes the connection. */
async function leave(answer: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, drained.ms);
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drained.bytes) resolve();
  });
  for (const event of ['end', 'error', 'close']) answer.on(event, () => resolve());
  await promise;
  clearTimeout(timer);
  answer.destroy();
}

/** Returns the milliseconds of Retry-After, which is in seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const text = headers['retry-after'];
  if (!text) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
