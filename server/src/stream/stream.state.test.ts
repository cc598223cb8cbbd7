import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readState } from './stream.state.ts';

const quiet = pino({ level: 'silent' });

/** Builds a state that a test changes, or that cannot be read while it is null. */
function build(first: string | null) {
  const table = { now: first, reads: 0 };
  const state = readState({
    what: 'the settings of callers',
    async read() {
      table.reads += 1;
      await new Promise(setImmediate);
      if (table.now === null) throw new Error('the database is gone');
      return table.now;
    },
    logger: quiet,
  });
  return { table, state };
}

it('answers what the tables hold, and the last of it while they cannot be read', async () => {
  const { table, state } = build(null);
  expect([await state.fresh(), state.isFailing]).toEqual([undefined, true]);
  table.now = 'one';
  expect([await state.fresh(), state.isFailing]).toEqual(['one', false]);
  table.now = null;
  expect([await state.fresh(), state.isFailing]).toEqual(['one', true]);
});

it('reads once for many calls that come together', async () => {
  const { table, state } = build('one');
  await Promise.all(Array.from({ length: 100 }, () => state.fresh()));
  expect(table.reads).toBe(2);
});

it('answers a call with a reading that began after it', async () => {
  const { table, state } = build('one');
  const first = state.fresh();
  await Promise.resolve();
  table.now = 'two';
  const second = state.fresh();
  expect(await second).toBe('two');
  await first;
});
