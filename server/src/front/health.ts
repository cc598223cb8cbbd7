import { answerByHand, type MayAnswer, reads } from './answer-by-hand.ts';
import type { IsOpened } from './opened.ts';

/**
 * The state for `/readyz`. `troubles`: what does not work, in words. A node that is ready and has troubles is degraded:
 * it serves ads, and somebody should look.
 */
export type Readiness = () => {
  ready: boolean;
  troubles: string[];
  detail: Record<string, unknown>;
};

/**
 * `/healthz`: the process is alive, and so is its supervisor. `/readyz`: 200 when it can be sent requests, otherwise 503.
 * `degraded` is 200 too, because old ads are better than none (ADR 12). Strangers get this word; reason, version and apps
 * are for those to whom it is opened.
 */
export const answerHealth =
  (
    readiness: Readiness,
    isOpened: IsOpened,
    hearsSupervisor: () => boolean = () => true,
  ): MayAnswer =>
  (request, response) => {
    if (reads(request, '/healthz')) {
      const [status, word] = hearsSupervisor() ? [200, 'ok'] : [503, 'no supervisor'];
      answerByHand(response, status, JSON.stringify({ status: word }));
      return true;
    }
    if (!reads(request, '/readyz')) return false;
    const { ready, troubles, detail } = readiness();
    const served = troubles.length > 0 ? 'degraded' : 'ready';
    const state = { status: ready ? served : 'not ready' };
    const known = {
      ...state,
      ...(troubles.length > 0 && { reason: troubles.join('; ') }),
      ...detail,
    };
    const text = JSON.stringify(isOpened(request) ? known : state);
    answerByHand(response, ready ? 200 : 503, text);
    return true;
  };
