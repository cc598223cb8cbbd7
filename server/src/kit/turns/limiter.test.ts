import { expect, it } from 'vitest';
import { Limiter } from './limiter.ts';
import { doFor } from './party.ts';

const refusal = (why: string) => new Error(`busy: ${why}`);

it('gives places in the order of the requests', async () => {
  const limiter = new Limiter({ places: 1, waiting: 9, ms: 1000, refusal });
  const order: number[] = [];
  const work = [1, 2, 3].map(async (who) => {
    const { leave } = await limiter.take();
    order.push(who);
    await new Promise((resolve) => setTimeout(resolve, 5));
    leave();
  });
  await Promise.all(work);
  expect(order).toEqual([1, 2, 3]);
});

it('refuses a caller when the queue is full, and one that has waited too long', async () => {
  const limiter = new Limiter({ places: 1, waiting: 1, ms: 30, refusal });
  const { leave } = await limiter.take();
  const late = limiter.take().catch((error: unknown) => error);
  const tooMany = await limiter.take().catch((error: unknown) => error);
  expect(String(tooMany)).toMatch(/busy: 1 others wait/);
  expect(String(await late)).toMatch(/busy: no turn within 0.03 s/);
  leave();
  expect((await limiter.take()).place).toBe(0);
});

it('runs as many at once as it has places, and frees a place also after a failure', async () => {
  const limiter = new Limiter({ places: 2, waiting: 9, refusal });
  let running = 0;
  let most = 0;
  const work = Array.from({ length: 6 }, (_, index) =>
    limiter.run(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      if (index % 2 === 0) throw new Error('failed');
    }),
  );
  await Promise.allSettled(work);
  expect([most, running]).toEqual([2, 0]);
});

it('lets nobody wait for all that another one wants, and gives one party only its share', async () => {
  const limiter = new Limiter({ places: 3, ofParty: 2, waiting: 99, refusal });
  const order: string[] = [];
  let most = 0;
  const held = new Map<string, number>();
  const useAs = (key: string, isUrgent = false) =>
    doFor({ key, isUrgent }, () =>
      limiter.run(async () => {
        order.push(key);
        held.set(key, (held.get(key) ?? 0) + 1);
        most = Math.max(most, held.get('ada') ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 5));
        held.set(key, (held.get(key) ?? 1) - 1);
      }),
    );
  const all = Array.from({ length: 12 }, () => useAs('ada'));
  // The third place is free although nine calls of Ada wait.
  all.push(useAs('eve'), useAs('eve'), useAs('eve'), useAs('eve'));
  await Promise.resolve();
  expect(order).toEqual(['ada', 'ada', 'eve']);
  all.push(useAs('root', true));
  expect(limiter.hasUrgent).toBe(true);
  await Promise.all(all);
  expect(order[3]).toBe('root');
  expect(order.lastIndexOf('eve')).toBeLessThan(order.lastIndexOf('ada') - 2);
  expect(most).toBe(2);
});
