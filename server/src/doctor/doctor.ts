import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Db } from '../db/schema.ts';
import { databaseFile } from '../db/sqlite/data-dir.ts';
import { Fault } from '../kit/fault.ts';
import { redact } from '../kit/redact.ts';
import { resolvesWithin } from '../kit/within.ts';
import { type Settings, secretsOf } from '../settings.ts';
import { faultOf } from '../start-faults.ts';
import { type Check, worstFirst } from './check.ts';
import { checkStored, type KeyState } from './database.checks.ts';
import { countApps } from './doctor.store.ts';
import { checkMachine, checkOwners } from './machine.checks.ts';
import { checkNetwork } from './network.checks.ts';
import { checkSettings } from './settings.checks.ts';

/** What is examined. `open` is the database of a running office; without it, that of the settings is opened. */
export type Examined = {
  settings: Settings;
  keyState: (db: Db) => Promise<KeyState>;
  open?: Database;
};

const databaseWithinMs = 20_000;

const unusable = (error: Error): Check => {
  const { what, todo } = error instanceof Fault ? error : { what: error.message, todo: '' };
  return {
    ...{ name: 'database', state: 'error', what },
    why: 'Without its database the server answers with the last good ads at best, and nobody can sign in.',
    todo: todo || 'Look into Troubleshooting in docs/operate.md.',
  };
};

/**
 * The checks of the database, and how many apps it has (null when nobody knows). It makes no database, and migrates none.
 */
async function examineDatabase({ settings, keyState, open }: Examined, now: number) {
  const { role, dataDir, postgres } = settings;
  if (role === 'ads') return { checks: [], apps: null };
  if (!open && !postgres && !existsSync(databaseFile(dataDir))) {
    const what = `There is no database in ${resolve(dataDir)} yet`;
    const note = { why: 'The first start makes it.', todo: 'Start the server: npm start.' };
    return { checks: [{ name: 'database', state: 'note', what, ...note } as Check], apps: null };
  }
  let checks: Check[] = [];
  let apps: number | null = null;
  const examining = (async () => {
    const database = open ?? (await openDatabase(settings));
    try {
      checks = await checkStored(settings, database, { now, keyState });
      apps = await countApps(database.db).catch(() => null);
    } finally {
      if (!open) await database.close();
    }
  })();
  try {
    if (!(await resolvesWithin(examining, databaseWithinMs))) {
      const seconds = databaseWithinMs / 1000;
      checks = [unusable(new Error(`The database did not answer within ${seconds} s`))];
    }
  } catch (error) {
    checks = [unusable(faultOf(error, settings) as Error)];
  }
  return { checks, apps };
}

/**
 * Looks at everything that an operator would look at, and answers the worst first. Changes nothing, and every question has
 * a time limit.
 */
export async function examine(parts: Examined): Promise<Check[]> {
  const { settings } = parts;
  const now = Date.now();
  // Before a database is opened, which may remove what its last program has left.
  const owners = checkOwners(settings.dataDir);
  const network = checkNetwork(settings, now);
  const { checks, apps } = await examineDatabase(parts, now);
  const all = [
    ...checkSettings(settings, process.env),
    ...owners,
    ...(await checkMachine(settings, apps)),
    ...checks,
    ...(await network),
  ];
  // What other servers and the database say may repeat what they were sent. A short secret could be one of our words.
  const secrets = secretsOf(settings).filter((secret) => secret.length >= 8);
  return worstFirst(all.map((check) => ({ ...check, what: redact(check.what, secrets) })));
}
