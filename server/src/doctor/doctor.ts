import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { refuseNone } from '../db/belonging.ts';
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
import type { CheckName } from './list.ts';
import { checkMachine, checkOwners } from './machine.checks.ts';
import { checkNetwork, isServedHere } from './network.checks.ts';
import { checkSettings } from './settings.checks.ts';

/** A look at what a start needs. `isOwn`: a running server of these settings has it, and nobody else can. */
export type StartLook = {
  name: CheckName;
  isOwn: boolean;
  look: (settings: Settings) => Promise<void>;
};

/** What is examined. `open` is the database of a running office; without it, that of the settings is opened. */
export type Examined = {
  settings: Settings;
  keyState: (db: Db) => Promise<KeyState>;
  open?: Database;
  /** What a start needs besides; not asked of a running office, which has it. */
  startLooks?: readonly StartLook[];
  /** Throws when no administrator could be made for a database that has none; null: it is not there yet. */
  refuseBeginning?: (db: Db | null) => Promise<void>;
};

const databaseWithinMs = 20_000;

const unusable = (error: Error): Check => {
  const { what, todo } = error instanceof Fault ? error : asFault(error);
  return {
    name: 'database',
    state: 'error',
    what,
    why: 'Without its database the server answers with the last good ads at best, and nobody can sign in.',
    todo: todo || lookUp,
  };
};

/**
 * The checks of the database, and how many apps it has (null when nobody knows). It makes no database, and migrates none.
 */
async function examineDatabase(parts: Examined, now: number) {
  const { settings, keyState, open, refuseBeginning = async () => {} } = parts;
  const { role, dataDir, postgres } = settings;
  if (role === 'ads') return { checks: [], apps: null };
  if (!open && !postgres && !existsSync(databaseFile(dataDir))) {
    try {
      refuseNone(dataDir);
      await refuseBeginning(null);
    } catch (error) {
      return { checks: [unusable(error as Error)], apps: null };
    }
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
      await refuseBeginning(database.db);
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
    checks = [...checks, unusable(faultOf(error, settings) as Error)];
  }
  return { checks, apps };
}

const lookWithinMs = 5_000;

/** What would refuse a start, as errors with the words of the start. */
async function lookAtStart({ settings, startLooks = [] }: Examined): Promise<Check[]> {
  if (startLooks.length === 0) return [];
  const isServed = await isServedHere(settings);
  const found = startLooks
    .filter(({ isOwn }) => !(isOwn && isServed))
    .map(async ({ name, look }): Promise<Check[]> => {
      try {
        if (await resolvesWithin(look(settings), lookWithinMs)) return [];
        throw new Error(`The ${name} did not answer within ${lookWithinMs / 1000} s`);
      } catch (error) {
        const { what, todo } = error instanceof Fault ? error : asFault(error);
        const why = 'The server does not start with it.';
        return [{ name, state: 'error', what, why, todo: todo || lookUp }];
      }
    });
  return (await Promise.all(found)).flat();
}

const lookUp = 'Look into Troubleshooting in docs/operate.md.';
const asFault = (error: unknown) => ({ what: (error as Error).message, todo: '' });

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
    ...(await lookAtStart(parts)),
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
