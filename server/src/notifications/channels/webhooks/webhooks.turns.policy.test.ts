import { limits } from '@adwarden/contract/limits';
import { expect, test } from 'vitest';
import type { Position, StoredEvent } from '../../events/events.table.ts';
import {
  baseOf,
  cursorOf,
  endTurn,
  isDealtWith,
  isWaiting,
  openTurns,
  type Turns,
  takeIn,
  waitingOf,
} from './webhooks.turns.policy.ts';

const start: Position = { seq: 0, unlogged: 0 };

/** Builds events in their order, by their causers: `A` is an entry of the log, `a` is an event of the same person without one. */
function eventsOf(causers: string, from = start): StoredEvent[] {
  let position = from;
  return [...causers].map((letter) => {
    const id = letter.toUpperCase();
    const isEntry = letter === id;
    position = isEntry
      ? { ...position, seq: position.seq + 1 }
      : { ...position, unlogged: position.unlogged + 1 };
    const about = isEntry
      ? { entry: { seq: position.seq, actor: { id } } }
      : { id: position.unlogged, causer: id };
    return { ...about, position } as unknown as StoredEvent;
  });
}
const lastOf = (events: StoredEvent[]) => events.at(-1)?.position ?? start;

/** Delivers everything, and returns the person of each turn, and the base after it. */
function deliverAll(turns: Turns, events: StoredEvent[]) {
  const order: string[] = [];
  const bases: Position[] = [];
  for (let [share] = waitingOf(turns); share; [share] = waitingOf(turns)) {
    const { causer } = share;
    const after = share;
    const next = events.find((event) => {
      const own = 'entry' in event ? event.entry.actor.id : event.causer;
      const isNew =
        'entry' in event ? event.entry.seq > after.after.seq : event.id > after.after.unlogged;
      return own === causer && isNew;
    });
    if (!next) throw new Error('Nothing waits');
    share.after =
      'entry' in next
        ? { ...share.after, seq: next.entry.seq }
        : { ...share.after, unlogged: next.id };
    endTurn(turns, share);
    order.push('entry' in next ? causer : causer.toLowerCase());
    bases.push(baseOf(turns));
  }
  return { order: order.join(''), bases };
}

test.each([
  ['AAAAAA', 'AAAAAA'],
  ['AAAAAB', 'ABAAAA'],
  ['AAAABBC', 'ABCABAA'],
  ['AaAaB', 'ABaAa'],
  ['aaaB', 'aBaa'],
  ['AbAbC', 'AbCAb'],
])('people take turns: %s is delivered as %s', (causers, expected) => {
  const events = eventsOf(causers);
  const turns = openTurns(start, start, []);
  takeIn(turns, events, lastOf(events));
  const { order, bases } = deliverAll(turns, events);
  expect(order).toBe(expected);
  expect(bases.at(-1)).toEqual(lastOf(events));
  expect(turns.shares.size).toBe(0);
});

test('what was delivered before its time is not delivered again after a start', () => {
  const events = eventsOf('AAAAB');
  const turns = openTurns(start, start, [{ causer: 'B', seq: 5, unlogged: 0 }]);
  takeIn(turns, events, lastOf(events));
  expect(waitingOf(turns).map(({ causer }) => causer)).toEqual(['A']);
  expect(isDealtWith(turns, { causer: 'B', seq: 5, unlogged: 0 })).toBe(true);
  expect(isDealtWith(turns, { causer: 'B', seq: 6, unlogged: 0 })).toBe(false);
  expect(isDealtWith(turns, { causer: 'A', seq: 1, unlogged: 0 })).toBe(false);
  expect(deliverAll(turns, events).order).toBe('AAAA');
});

test('the base never passes what waits, however events come in', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    let state = seed;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const letters = Array.from({ length: 30 }, () => 'ABCDabcd'[random(8)]).join('');
    const events = eventsOf(letters);
    const turns = openTurns(start, start, []);
    let taken = 0;
    const done = new Set<StoredEvent>();
    while (done.size < events.length) {
      if (taken < events.length && random(3) === 0) {
        const some = events.slice(taken, taken + 1 + random(5));
        takeIn(turns, some, lastOf(some));
        taken += some.length;
      }
      const [share] = waitingOf(turns);
      if (!share) continue;
      const next = events.find(
        (event) =>
          !done.has(event) &&
          ('entry' in event ? event.entry.actor.id : event.causer) === share.causer,
      );
      if (!next) throw new Error(`Nothing waits: ${letters}`);
      share.after =
        'entry' in next
          ? { ...share.after, seq: next.entry.seq }
          : { ...share.after, unlogged: next.id };
      done.add(next);
      endTurn(turns, share);
      const base = baseOf(turns);
      for (const event of events) {
        const isPassed = 'entry' in event ? event.entry.seq <= base.seq : event.id <= base.unlogged;
        if (isPassed) expect(done.has(event), `${letters} ${JSON.stringify(base)}`).toBe(true);
      }
    }
    expect(baseOf(turns), letters).toEqual(lastOf(events));
  }
});

test('more people than there may be wait for room; alarms are looked for nevertheless', () => {
  const most = limits.webhooks.causers;
  const events = Array.from({ length: most + 3 }, (_, index) => {
    const seq = index + 1;
    const entry = { seq, actor: { id: `p${index}` } };
    return { entry, position: { seq, unlogged: 0 } } as unknown as StoredEvent;
  });
  const turns = openTurns(start, start, []);
  takeIn(turns, events, lastOf(events));
  expect(turns.shares.size).toBe(most);
  expect(turns.isFull).toBe(true);
  expect(turns.read).toEqual({ seq: most, unlogged: 0 });
  expect(cursorOf(turns)).toEqual(lastOf(events));
  const [first] = waitingOf(turns);
  if (!first) throw new Error('Nothing waits');
  first.after = first.until;
  endTurn(turns, first);
  expect(cursorOf(turns), 'there is room again').toEqual({ seq: most, unlogged: 0 });
  expect([...turns.shares.values()].every(isWaiting)).toBe(true);
  takeIn(turns, events.slice(most), lastOf(events));
  expect(turns.shares.size).toBe(most);
});
