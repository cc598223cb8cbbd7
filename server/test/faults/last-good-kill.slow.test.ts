import { afterAll, test } from 'vitest';
import { endAll, killOnce } from './last-good-kills.ts';

/* The same as in last-good-kill.test.ts, at many moments. */

afterAll(endAll);

test.each(Array.from({ length: 30 }, (_, n) => n + 1))(
  'kill %i: clients get what they saw a second before',
  async () => {
    await killOnce();
  },
  180_000,
);
