import { expect, it } from 'vitest';
import { createAdsPauses } from './ads.pauses.ts';

it('says that the pauses are other ones only when they are, however often they are read', () => {
  let changes = 0;
  const pauses = createAdsPauses(() => 1_000);
  pauses.follow(() => {
    changes += 1;
  });
  const pause = { scope: 'all', key: '', reason: 'Testing', until: null } as const;
  const read = (...active: (typeof pause)[]) => {
    pauses.use(active.map((one) => ({ ...one })));
    return changes;
  };
  expect(read(), 'the first time').toBe(1);
  expect(read()).toBe(1);
  expect(read(pause)).toBe(2);
  expect(read(pause)).toBe(2);
  expect(read()).toBe(3);
});
