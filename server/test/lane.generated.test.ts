import { expect, test } from 'vitest';
import { compareWays } from './lane.generated.ts';

/* `lane.generated.slow.test.ts` sends more of them. */

test('the lane and node:http alone say the same to 20,000 requests', async () => {
  await compareWays(1, 20_000);
  expect.hasAssertions();
});
