import { expect, it } from 'vitest';
import { createAdsPauses } from './ads.pauses.ts';

it('says that the pauses are other ones only when they are, however often they are read', () => {
  let changes = 0;
  const pauses = createAdsPauses(() => 1_000);
  pauses.follow(() => {
    changes += 1;
  });
  const pause = { scope: 'all', key: '', reason: 'Testing', until: null } as const;
  const read = (now: number, ...active: (typeof pause)[]) => {
    pauses.use(active.map((one) => ({ ...one })));
    pauses.setTime(now);
    return changes;
  };
  expect(read(1_000), 'the first time').toBe(1);
  expect(read(2_000)).toBe(1);
  expect(read(3_000, pause)).toBe(2);
  expect(read(4_000, pause)).toBe(2);
  expect(pauses.now(), 'the clock follows all the same').toBe(4_000);
  expect(read(5_000)).toBe(3);
});
