import { expect, test } from 'vitest';
import { keepLog } from '../../../test/servers/kept-log.ts';
import { createOutage } from './outage.ts';

type Line = { level: number; msg: string; reason?: string; err?: object; times?: number };
const [info, warn, error] = [30, 40, 50];
const gone = new Error('the database is gone');

function make() {
  const { logger, lines } = keepLog<Line>('info');
  let seconds = 1000;
  const words = { failing: 'the office is lost', again: 'the office is back' };
  const outage = createOutage(logger, words, () => seconds * 1000);
  return {
    outage,
    lines,
    said: () => lines.map(({ level, msg }) => [level, msg]),
    /** Fails once a second, for `more` seconds. */
    failFor(more: number, what: unknown = gone) {
      for (let passed = 0; passed < more; passed += 1, seconds += 1) outage.fails(what);
    },
    wait(more: number) {
      seconds += more;
    },
  };
}

test('a short outage is a warning in one line, and a line says when it is over', () => {
  const { outage, said, lines, failFor } = make();
  failFor(3);
  outage.works();
  outage.works();
  expect(said()).toEqual([
    [warn, 'the office is lost'],
    [info, 'the office is back after 3 s'],
  ]);
  expect(lines[0]).toMatchObject({ reason: gone.message });
  expect(lines[0]).not.toHaveProperty('err');
});

test('what was noticed late counts from when it worked last', () => {
  const { outage, said, wait } = make();
  outage.fails(gone, undefined, 998_000);
  wait(1);
  outage.works();
  expect(said().at(-1)).toEqual([info, 'the office is back after 3 s']);
});

test('a long one is an error with its trace, once, and is counted from then on', () => {
  const { outage, said, lines, failFor } = make();
  failFor(3_600);
  outage.works();
  expect(said()).toEqual([
    [warn, 'the office is lost'],
    [error, 'the office is lost'],
    [error, 'still: the office is lost'],
    [info, 'the office is back after 3600 s'],
  ]);
  expect(lines[1]?.err).toMatchObject({ message: gone.message });
  expect(lines[2]).toMatchObject({ times: 1811 });
  expect(lines[3]).toMatchObject({ times: 3600 });
});

test('another reason is said, once a minute at most', () => {
  const { said, lines, failFor } = make();
  failFor(20);
  for (let round = 0; round < 60; round += 1) {
    failFor(1, new Error('the disk is full'));
    failFor(1);
  }
  expect(said()).toHaveLength(4);
  expect(lines[2]?.err).toMatchObject({ message: 'the disk is full' });
});

test('what comes and goes each second is said once a minute', () => {
  const { outage, said, failFor, wait } = make();
  for (let round = 0; round < 150; round += 1) {
    failFor(1);
    outage.works();
    wait(1);
  }
  expect(said()).toHaveLength(10);
});
