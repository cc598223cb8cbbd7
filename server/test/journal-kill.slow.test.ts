import { afterAll, test } from 'vitest';
import { endAll, killOnce } from './journal-kills.ts';

/* The same as in journal-kill.test.ts, at many moments. */

afterAll(endAll);

test.each(Array.from({ length: 30 }, (_, n) => n + 1))(
  'kill %i: clients get what they saw a second before',
  async () => {
    await killOnce();
  },
  180_000,
);
