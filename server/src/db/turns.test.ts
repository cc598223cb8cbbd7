import { expect, it } from 'vitest';
import { isDatabaseGone } from './errors.ts';
import { Turns } from './turns.ts';

it('gives turns in the order they were asked for', async () => {
  const turns = new Turns([0], { waiting: 9, ms: 1000 });
  const order: number[] = [];
  const work = [1, 2, 3].map(async (who) => {
    const place = await turns.take();
    order.push(who);
    await new Promise((resolve) => setTimeout(resolve, 5));
    turns.give(place);
  });
  await Promise.all(work);
  expect(order).toEqual([1, 2, 3]);
});

it('turns away who would stand in too long a line, or waits too long', async () => {
  const turns = new Turns([0], { waiting: 1, ms: 30 });
  await turns.take();
  const late = turns.take().catch((error: unknown) => error);
  const tooMany = await turns.take().catch((error: unknown) => error);
  expect(isDatabaseGone(tooMany)).toBe(true);
  expect(String(await late)).toMatch(/busy: no turn within 0.03 s/);
  turns.give(0);
  expect(await turns.take()).toBe(0);
});
