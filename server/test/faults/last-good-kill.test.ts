import { afterAll, test } from 'vitest';
import { endAll, killOnce } from './last-good-kills.ts';

/* The view of clients after a server was killed during edits and started again without its database. */

afterAll(endAll);

test('a killed server without its database answers from its last good ads what clients saw a second before', async () => {
  await killOnce();
});
