import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openDatabase } from '../db/open-database.ts';
import { databaseFile } from '../db/sqlite/data-dir.ts';
import { resolvesWithin } from '../kit/within.ts';
import type { Settings } from '../settings.ts';
import type { Check } from './check.ts';
import { checkStored } from './database.checks.ts';
import { countApps } from './doctor.store.ts';
import { checkMachine } from './machine.checks.ts';
import { checkNetwork } from './network.checks.ts';
import { checkSettings } from './settings.checks.ts';

const databaseWithinMs = 20_000;

const unusable = (what: string): Check => ({
  ...{ name: 'database', state: 'error', what },
  why: 'Without its database the server answers with the last good ads at best, and nobody can sign in.',
  todo: 'Look into Troubleshooting in docs/operate.md.',
});

/** The checks of the database, and how many apps it has (null when nobody knows). It makes no database, and migrates none. */
async function examineDatabase(settings: Settings, now: number) {
  const { role, dataDir, postgres } = settings;
  if (role === 'ads') return { checks: [], apps: null };
  if (!postgres && !existsSync(databaseFile(dataDir))) {
    const what = `There is no database in ${resolve(dataDir)} yet`;
    const note = { why: 'The first start makes it.', todo: 'Start the server: npm start.' };
    return { checks: [{ name: 'database', state: 'note', what, ...note } as Check], apps: null };
  }
  let checks: Check[] = [];
  let apps: number | null = null;
  const examining = (async () => {
    const database = await openDatabase(settings);
    try {
      checks = await checkStored(settings, database, now);
      apps = await countApps(database.db).catch(() => null);
    } finally {
      await database.close();
    }
  })();
  try {
    if (!(await resolvesWithin(examining, databaseWithinMs))) {
      checks = [unusable(`The database did not answer within ${databaseWithinMs / 1000} s`)];
    }
  } catch (error) {
    checks = [unusable((error as Error).message)];
  }
  return { checks, apps };
}

/** Looks at everything that an operator would look at. Changes nothing, and every question has a time limit. */
export async function examine(
  settings: Settings,
  environment: Record<string, string | undefined>,
): Promise<Check[]> {
  const now = Date.now();
  const network = checkNetwork(settings, now);
  const { checks, apps } = await examineDatabase(settings, now);
  return [
    ...checkSettings(settings, environment),
    ...checkMachine(settings, apps),
    ...checks,
    ...(await network),
  ];
}
