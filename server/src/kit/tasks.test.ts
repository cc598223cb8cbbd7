import { expect, test } from 'vitest';
import { createTasks } from './tasks.ts';

test('a task is late when it has not succeeded in its time; a success ends that', () => {
  let now = 5_000;
  const tasks = createTasks(() => now);
  const pruned = tasks.watch('pruning', 60_000);
  tasks.watch('findings', 1_000);
  expect(tasks.late()).toEqual(new Map(Object.entries({ pruning: 0, findings: 0 })));
  now += 61_000;
  expect(tasks.late()).toEqual(new Map(Object.entries({ pruning: 1, findings: 60 })));
  pruned();
  expect(tasks.late().get('pruning')).toBe(0);
});
