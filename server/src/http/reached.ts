import { AsyncLocalStorage } from 'node:async_hooks';
import { notOnPhones, type Reached } from '@adwarden/contract/envelope';
import type { BackOffice } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer says whether phones have what is saved now. */
    saysWhatAdsHave?: boolean;
  }
}

/** For each call: how many processes that answer phones have the writes of that call. */
export type ReachedOfCalls = {
  /** Notes the number for the call whose write it was. */
  note(reached: Reached): void;
  /** Does the rest of a call; writes meanwhile are noted in `call`. */
  during(call: ReachedOfCall, rest: () => void): void;
  /** Returns the present number, whoever has written; null when no process is expected. */
  now(): Reached | null;
};
type ReachedOfCall = { reached: Reached | null };

/** The order from the best to the worst. */
const order: readonly (Reached | null)[] = [null, 'all', 'some', 'none'];

/** Builds the record. A service does not know for which call it writes, so the call is found by its asynchronous context. */
export function createReachedOfCalls(now: ReachedOfCalls['now']): ReachedOfCalls {
  const calls = new AsyncLocalStorage<ReachedOfCall>();
  return {
    note(reached) {
      const call = calls.getStore();
      if (call && order.indexOf(reached) > order.indexOf(call.reached)) call.reached = reached;
    },
    during: (call, rest) => calls.run(call, rest),
    now,
  };
}

/**
 * Adds `adsHaveIt` to the answers of writes, and of calls that ask for it; the message of a write that no process has says so,
 * too. `adsStopped` is added while an operator has stopped the ads of this machine.
 */
export function sayWhatAdsHave(
  server: BackOffice,
  calls: ReachedOfCalls,
  areAdsStopped: () => boolean = () => false,
): void {
  const ofRequests = new WeakMap<object, ReachedOfCall>();
  server.addHook('preHandler', (request, _reply, done) => {
    if (!request.routeOptions.config.writes) return done();
    const call: ReachedOfCall = { reached: null };
    ofRequests.set(request, call);
    calls.during(call, done);
  });
  server.addHook('preSerialization', async (request, _reply, answer: unknown) => {
    const isSaid = request.routeOptions.config.saysWhatAdsHave;
    const reached = isSaid ? calls.now() : ofRequests.get(request)?.reached;
    if (!reached || typeof answer !== 'object' || answer === null) return answer;
    const stopped = areAdsStopped() && { adsStopped: true };
    if (isSaid || reached !== 'none') return { ...answer, adsHaveIt: reached, ...stopped };
    const { message } = answer as { message: string };
    return { ...answer, message: `${message}. ${notOnPhones}`, adsHaveIt: reached, ...stopped };
  });
}
