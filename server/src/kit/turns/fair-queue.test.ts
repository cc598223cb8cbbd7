import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';
import type { Party } from './party.ts';

const party = (key: string, isUrgent = false): Party => ({ key, isUrgent });
const [ada, eve, lee] = [party('ada'), party('eve'), party('lee')];

/** Serves all waiting parties; each item takes as long as `ms` says. */
function serve(queue: FairQueue<string>, ms: (who: string) => number = () => 1): string[] {
  const order: string[] = [];
  for (let item = queue.shift(); item; item = queue.shift()) {
    order.push(item);
    queue.spend(party(item), ms(item));
  }
  return order;
}

it('serves one party in its order, and several in turns', () => {
  const queue = new FairQueue<string>();
  for (const each of [ada, ada, ada, eve, eve, lee]) queue.push(each, each.key);
  expect(queue.size).toBe(6);
  expect(serve(queue).join(' ')).toBe('ada eve lee ada eve ada');
  expect(queue.size).toBe(0);
});

it('gives parties the same time, however much of it each takes at once', () => {
  const queue = new FairQueue<string>();
  for (let turn = 0; turn < 10; turn += 1) queue.push(ada, 'ada');
  for (let turn = 0; turn < 100; turn += 1) queue.push(eve, 'eve');
  const order = serve(queue, (who) => (who === 'ada' ? 10 : 1));
  const between = order.join('').split('ada').slice(1, -1);
  expect(between, 'ten of eve for each one of ada').toEqual(Array(9).fill('eve'.repeat(10)));
});

it('lets who comes anew go next, but not with time that was saved up', () => {
  const queue = new FairQueue<string>();
  for (let turn = 0; turn < 5; turn += 1) queue.push(ada, 'ada');
  for (let turn = 0; turn < 3; turn += 1) {
    expect(queue.shift()).toBe('ada');
    queue.spend(ada, 100);
  }
  for (let turn = 0; turn < 5; turn += 1) queue.push(eve, 'eve');
  const order: (string | undefined)[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const next = queue.shift();
    order.push(next);
    queue.spend(next === 'ada' ? ada : eve, 100);
  }
  expect(order.slice(0, 2)).toEqual(['eve', 'ada']);
  expect(order.filter((who) => who === 'ada')).toHaveLength(2);
});

it('serves urgent ones first, also one that becomes urgent while it waits', () => {
  const queue = new FairQueue<string>();
  let isUrgent = false;
  const writer = {
    key: 'writer',
    get isUrgent() {
      return isUrgent;
    },
  };
  queue.spend(writer, 1000);
  queue.push(ada, 'ada');
  queue.push(ada, 'ada');
  queue.push(writer, 'writer');
  queue.push(eve, 'eve');
  expect(queue.shift()).toBe('ada');
  expect(queue.hasUrgent).toBe(false);
  isUrgent = true;
  expect(queue.hasUrgent).toBe(true);
  expect(queue.shift()).toBe('writer');
  queue.push(party('lee, urgent', true), 'lee');
  expect(queue.shift()).toBe('lee');
  expect(queue.hasUrgent).toBe(false);
});

it('passes over those who may not go now, and forgets who has left', () => {
  const queue = new FairQueue<string>();
  queue.push(ada, 'first');
  queue.push(ada, 'second');
  queue.push(eve, 'third');
  expect(queue.shift(({ key }) => key !== 'ada')).toBe('third');
  expect(queue.shift(() => false)).toBeUndefined();
  queue.remove(ada, 'first');
  queue.remove(ada, 'first');
  expect(queue.size).toBe(1);
  expect(queue.shift()).toBe('second');
  expect(queue.shift()).toBeUndefined();
});
