import { setTimeout as pause } from 'node:timers/promises';
import { blockOf } from '../../kit/address.ts';
import type { Clock } from '../../kit/clock.ts';
import { growingCache } from '../../kit/growing-cache.ts';
import type { Logger } from '../../kit/logger.ts';
import { createBreaker } from './caller.breaker.ts';
import type { DayBudget } from './caller.budget.ts';

/**
 * Results of the calls to a service. `late`: it answered or failed after the wait had ended. `skipped`: not asked, because it
 * keeps failing or is busy. `overBudget`: not asked, because the day's budget is used up.
 */
export type LookupCounts = {
  answered: number;
  failed: number;
  late: number;
  skipped: number;
  overBudget: number;
};

/** Answers of an outside service about addresses; each is kept for a day. */
export type Lookup<Answer> = {
  /** Returns the stored answer; undefined when there is none. */
  known(network: string): Answer | undefined;
  /**
   * Returns the answer, at once when it is cached; null when there is none within 800 ms. Never rejects. A question for a test
   * must be counted by the caller; it does not use the phones' budget.
   */
  find(
    address: string,
    network: string,
    asker: 'phone' | 'test',
  ): Answer | null | Promise<Answer | null>;
  /** Tells whether `find` would have to ask the service. */
  needsCall(network: string): boolean;
  /** Returns why the last failed call gave no answer, as a text for people. */
  trouble(): string;
  /** Forgets earlier failures, because there is a new key. The answers stay. */
  keyChanged(): void;
  readonly counts: Readonly<LookupCounts>;
};

/** Milliseconds that a phone waits (ADR 30 "Caller"). */
const patienceMs = 800;
/** Milliseconds after which a call is cancelled. An answer that comes earlier is stored for the next phone. */
const callMs = 3_000;
const answerKeptMs = 24 * 60 * 60 * 1000;
const answersKept = 50_000;
const callsInFlight = 100;

/** Builds the look-ups of one service. Errors of `ask` contain no key; `clock` never goes back or jumps. */
export function createLookup<Answer>(deps: {
  service: string;
  ask: (address: string, signal: AbortSignal) => Promise<Answer>;
  clock: Clock;
  /** The budget of questions for phones. */
  budget: DayBudget;
  logger: Logger;
  /** A signal that ends every call. */
  stop: AbortSignal;
}): Lookup<Answer> {
  const { service, ask, clock, budget, logger, stop } = deps;
  const kept = growingCache<{ answer: Answer; until: number }>(answersKept);
  const inFlight = new Map<string, Promise<Answer | null>>();
  const counts: LookupCounts = { answered: 0, failed: 0, late: 0, skipped: 0, overBudget: 0 };
  let reason = '';

  const breaker = createBreaker(clock, (open) => {
    if (open)
      logger.warn({ service, reason }, 'a service keeps failing: it is not asked for a while');
    else logger.info({ service }, 'a service answers again');
  });

  function known(network: string): Answer | undefined {
    const found = kept.get(network);
    return found && clock() < found.until ? found.answer : undefined;
  }

  async function call(address: string, network: string): Promise<Answer | null> {
    let judged = false;
    const judge = (outcome: 'answered' | 'failed' | 'late') => {
      if (judged) return;
      judged = true;
      counts[outcome] += 1;
      if (outcome === 'answered') breaker.succeeded();
      else breaker.failed();
    };
    const late = setTimeout(() => {
      reason = 'it did not answer in time';
      judge('late');
    }, patienceMs);
    try {
      const answer = await ask(address, AbortSignal.any([stop, AbortSignal.timeout(callMs)]));
      kept.set(network, { answer, until: clock() + answerKeptMs });
      judge('answered');
      return answer;
    } catch (error) {
      reason = (error as Error).message;
      judge('failed');
      logger.debug({ service, reason }, 'a service gave no answer');
      return null;
    } finally {
      clearTimeout(late);
      inFlight.delete(network);
    }
  }

  return {
    known,
    needsCall: (network) => known(network) === undefined && !inFlight.has(network),
    find(address, network, asker) {
      const answer = known(network);
      if (answer !== undefined) return answer;
      let going = inFlight.get(network);
      if (!going) {
        const block = blockOf(network);
        if (asker === 'phone' && !budget.mayTake(block)) {
          counts.overBudget += 1;
          return null;
        }
        if (inFlight.size >= callsInFlight || !breaker.mayAsk()) {
          counts.skipped += 1;
          return null;
        }
        if (asker === 'phone') budget.take(block);
        going = call(address, network);
        inFlight.set(network, going);
      }
      return withPatience(going);
    },
    trouble: () => (breaker.isOpen() ? `${reason}, and it is not asked for a while` : reason),
    keyChanged: breaker.reset,
    counts,
  };
}

/** Returns the answer, or null when it takes longer than 800 ms. */
async function withPatience<Answer>(going: Promise<Answer | null>): Promise<Answer | null> {
  const enough = new AbortController();
  const nothing = pause(patienceMs, null, { signal: enough.signal }).catch(() => null);
  const answer = await Promise.race([going, nothing]);
  enough.abort();
  return answer;
}
