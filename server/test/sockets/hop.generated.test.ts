import { expect, test } from 'vitest';
import { leaveAtEveryByte, sendGenerated } from './hop.generated.ts';

/* `hop.generated.slow.test.ts` sends more of them. */

test('the office hears exactly what was sent, and everybody gets only their own answers', async () => {
  await sendGenerated(1, 1_500);
  expect.hasAssertions();
});

test('a client that leaves in the middle of its request changes nothing for others', async () => {
  await leaveAtEveryByte(5);
  expect.hasAssertions();
});
