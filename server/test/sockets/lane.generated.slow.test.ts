import { expect, test } from 'vitest';
import { compareWays } from './lane.generated.ts';

/* The same as in lane.generated.test.ts, at length. ADWARDEN_SEED repeats a run that has failed. */

const seed = Number(process.env.ADWARDEN_SEED ?? Math.floor(Math.random() * 1_000_000));
const parts = 20;

test.each(Array.from({ length: parts }, (_, part) => seed + part))(
  '50,000 requests of seed %i',
  async (from) => {
    await compareWays(from, 50_000);
    expect.hasAssertions();
  },
  3_600_000,
);
