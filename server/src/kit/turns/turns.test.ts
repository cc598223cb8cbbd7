import { setImmediate as nextLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { doFor, forSameParty, type Party, partyNow } from './party.ts';
import { takeTurn } from './turns.ts';

const party = (key: string, isUrgent = false): Party => ({ key, isUrgent });

/** Keeps the thread busy. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('lets one person wait for another one once, however much the other one has to do', async () => {
  const order: string[] = [];
  const piece = async (who: string, ms: number) => {
    await takeTurn();
    order.push(who);
    work(ms);
  };
  const greedy = doFor(party('greedy'), () =>
    Promise.all(Array.from({ length: 30 }, () => piece('greedy', 5))),
  );
  await nextLoop();
  await nextLoop();
  const before = order.length;
  await doFor(party('modest'), async () => {
    for (let turn = 0; turn < 3; turn += 1) await piece('modest', 0);
  });
  expect(order.lastIndexOf('modest') - before).toBeLessThan(12);
  const served = order.length;
  await doFor(party('in a hurry', true), async () => {
    for (let turn = 0; turn < 3; turn += 1) await piece('urgent', 5);
  });
  // One greedy piece may have had its turn already.
  expect(order.slice(served).filter((who) => who === 'greedy').length).toBeLessThan(2);
  await greedy;
});

it('reads what arrives between two turns', async () => {
  const order: string[] = [];
  const turns = Array.from({ length: 5 }, async (_, place) => {
    await takeTurn();
    order.push(`turn ${place}`);
    if (place === 0) setTimeout(() => order.push('arrived'), 0);
    work(3);
  });
  await Promise.all(turns);
  expect(order.indexOf('arrived')).toBeGreaterThan(0);
  expect(order.indexOf('arrived')).toBeLessThan(4);
});

it('knows for whom it works, also after waiting, and when somebody else goes on', async () => {
  const lines = async function* () {
    yield partyNow().key;
    await nextLoop();
    yield partyNow().key;
  };
  const next = await doFor(party('ada'), async () => {
    await takeTurn();
    expect(partyNow().key).toBe('ada');
    const iterator = lines();
    return forSameParty(() => iterator.next());
  });
  const read = await doFor(party('eve'), async () => [await next(), await next()]);
  expect(read.map(({ value }) => value)).toEqual(['ada', 'ada']);
  expect(partyNow().key).toBe('program');
});
