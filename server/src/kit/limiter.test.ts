import { expect, it } from 'vitest';
import { Limiter } from './limiter.ts';

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
