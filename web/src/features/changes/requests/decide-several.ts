import { isRefusal, messageOf } from '../../../lib/api-error.ts';

/** A request that a decision failed for, and why. */
export type Refused<R> = { request: R; reason: string };

/** Whether the next call would fail as well: no answer, no session, too many calls, or a fault of the server. */
function concernsAll(error: unknown): boolean {
  if (!isRefusal(error)) return true;
  return error.sessionOver || error.status === 429 || error.status >= 500;
}

/**
 * Carries out a decision for several requests, one after the other, and returns those that it failed for, with the
 * reason. One that is refused does not stop the others; an error that concerns all of them does.
 */
export async function decideSeveral<R>(
  requests: readonly R[],
  carryOut: (request: R) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Refused<R>[]> {
  const refused: Refused<R>[] = [];
  for (const [index, request] of requests.entries()) {
    try {
      await carryOut(request);
    } catch (error) {
      const reason = messageOf(error);
      if (!concernsAll(error)) {
        refused.push({ request, reason });
      } else {
        const rest = requests.slice(index + 1);
        return [
          ...refused,
          { request, reason },
          ...rest.map((request) => ({ request, reason: `Not tried. ${reason}` })),
        ];
      }
    }
    onProgress(index + 1);
  }
  return refused;
}
