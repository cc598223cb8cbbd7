import { expect, it } from 'vitest';
import { boundedPage, inTurns } from './bounded-page.ts';

const rows = (note: string) =>
  Array.from({ length: 100 }, (_, seq) => ({ seq, diff: [note, null] }));

it('leaves the texts of a usual page as they are', () => {
  const page = rows('x'.repeat(3000));
  expect(boundedPage(page, 400_000)).toBe(page);
});

it('cuts long texts of a page that has too many', () => {
  const cut = boundedPage(rows('x'.repeat(5000)), 400_000);
  expect(cut[99]).toEqual({ seq: 99, diff: [`${'x'.repeat(1999)}…`, null] });
  const most = boundedPage([{ name: 'Tide', note: '📱'.repeat(60_000) }], 1000);
  expect(most).toEqual([{ name: 'Tide', note: expect.stringMatching(/^📱{249}…$/u) }]);
});

it('gives other work a turn while it presents rows', async () => {
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 1);
  const slow = (row: number) => {
    const until = performance.now() + 10;
    while (performance.now() < until);
    return row;
  };
  expect(await inTurns([1, 2, 3, 4, 5], slow)).toEqual([1, 2, 3, 4, 5]);
  clearInterval(count);
  expect(turns).toBeGreaterThan(1);
});
