import { existsSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import {
  editUntilKilled,
  endAll,
  expectKnown,
  killOnce,
  mostBehindMs,
  serverWithApps,
} from './journal-kills.ts';

/* The same as in journal-kill.test.ts, at many moments, and while the journal becomes a new file. */

afterAll(endAll);

test.each(Array.from({ length: 30 }, (_, n) => n + 1))(
  'kill %i: clients get what they saw a second before',
  async () => {
    await killOnce();
  },
  180_000,
);

/** Resolves as soon as the file exists. Rejects after a minute. */
async function isBegun(file: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  try {
    for await (const { filename } of watch(dirname(file), { signal })) {
      if (filename === basename(file)) return;
    }
  } catch (error) {
    throw new Error(`${basename(file)} was not made within a minute`, { cause: error });
  }
}

test('a journal that is longer than its file is merged into a new file, and a kill in between loses nothing', async () => {
  for (let tries = 0; tries < 5; tries += 1) {
    const { dataDir, lastGood, server, as, all } = await serverWithApps();
    await pause(mostBehindMs + 500);
    const unfinished = `${lastGood}.new`;
    const killedAt = await editUntilKilled(server, as, all, isBegun(unfinished));
    const isBetween = existsSync(unfinished);
    await expectKnown(dataDir, all, killedAt);
    if (isBetween) return;
  }
  expect.fail('each new file was whole before the kill came');
}, 400_000);
