import { expect, test } from 'vitest';
import { leaveAtEveryByte, sendGenerated } from './hop.generated.ts';

/* The same as in hop.generated.test.ts, at length. ADWARDEN_SEED repeats a run that has failed. */

const seed = Number(process.env.ADWARDEN_SEED ?? Math.floor(Math.random() * 1_000_000));

test.each([seed, seed + 1, seed + 2])(
  '10,000 requests of seed %i',
  async (from) => {
    await sendGenerated(from, 10_000);
    expect.hasAssertions();
  },
  600_000,
);

test('clients that leave at every byte', async () => {
  await leaveAtEveryByte(1);
  expect.hasAssertions();
}, 600_000);
