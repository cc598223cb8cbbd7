import { FairQueue } from './fair-queue.ts';
import { type Party, partyNow } from './party.ts';

/*
 * The turns of this thread (ADR 65). There is one thread, so there is one queue: work that would keep it busy for more than a
 * moment takes a turn first, and does its next piece in it.
 */

type Waiting = { party: Party; begin: () => void };

const queue = new FairQueue<Waiting>();
let served: { party: Party; since: number } | undefined;
let isGiving = false;

/**
 * Resolves when it is the caller's turn. The turn lasts until the caller waits for something else, and its time counts for the
 * party. Between two turns the thread reads what has arrived.
 */
export function takeTurn(party: Party = partyNow()): Promise<void> {
  return new Promise((begin) => {
    queue.push(party, { party, begin });
    if (isGiving) return;
    isGiving = true;
    giveSoon();
  });
}

function giveSoon(): void {
  setImmediate(give);
  // Both callbacks run in the same round of the loop: microtasks that follow the turn belong to it, and what arrives meanwhile
  // does not.
  setImmediate(settle);
}

function give(): void {
  const next = queue.shift();
  if (!next) return;
  served = { party: next.party, since: performance.now() };
  next.begin();
}

function settle(): void {
  if (served) queue.spend(served.party, performance.now() - served.since);
  served = undefined;
  if (queue.size > 0) giveSoon();
  else isGiving = false;
}
