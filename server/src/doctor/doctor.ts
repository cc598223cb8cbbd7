import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { refuseNone } from '../db/belonging.ts';
import type { Database } from '../db/database.ts';
import { isDamaged } from '../db/errors.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Db } from '../db/schema.ts';
import { databaseFile } from '../db/sqlite/data-dir.ts';
import { limitOfOpenFiles } from '../front/connection-limit.ts';
import { Fault } from '../kit/faults/fault.ts';
import { redact } from '../kit/faults/redact.ts';
import { resolvesWithin } from '../kit/within.ts';
import { type Settings, secretsOf } from '../settings.ts';
import { faultOf, notAFile } from '../start-faults.ts';
import { type Check, inTime, inTimeWords, worstFirst } from './check.ts';
import { checkDamage, damaged } from './damage.checks.ts';
import { checkStored, type KeyState, type LostSecretsOf } from './database.checks.ts';
import { countApps } from './doctor.store.ts';
import type { CheckName } from './list.ts';
import {
  answersInTime,
  checkMachine,
  checkOwners,
  hangingFolder,
  type OpenFiles,
} from './machine.checks.ts';
import {
  askServer,
  checkNetwork,
  type ServerAnswer,
  type ServerProcess,
} from './network.checks.ts';
import { checkSettings } from './settings.checks.ts';

/**
 * Looks at something that a start needs. `isOwn`: while a server of these settings runs, only that server can have it, so it is
 * not tried. `todo`: the advice for a refusal that has none.
 */
export type StartLook = {
  name: CheckName;
  isOwn: boolean;
  todo: string;
  look: (settings: Settings) => Promise<void>;
};

/** The subjects of the checks. `open` is the database of a running office; without it, the database of the settings is opened. */
export type Examined = {
  settings: Settings;
  keyState: (db: Db) => Promise<KeyState>;
  lostSecrets: LostSecretsOf;
  open?: Database;
  /** The damage in it that the running office knows of, in words. */
  damage?: string;
  /** Other needs of a start. They are not checked for a running office, which has them. */
  startLooks?: readonly StartLook[];
  /** Reads the key of the installation; null when nobody knows it. It changes nothing. */
  key: () => Promise<Buffer | null>;
  /** Finds the server of this data folder on this machine without asking its port; null when there is none. */
  findProcess?: () => Promise<ServerProcess | null>;
  /** Throws when no administrator could be made for a database that has none; null: the database is not there yet. */
  refuseBeginning?: (db: Db | null) => Promise<void>;
};

/** Milliseconds to wait for the key. Without the key, PUBLIC_URL is asked without a proof. */
const keyMs = 500;

const unusable = (error: Error): Check => {
  const { what, todo } = error instanceof Fault ? error : asFault(error);
  return {
    name: 'database',
    state: 'error',
    what,
    why: 'Without its database the server answers with the last good ads at best, and nobody can sign in.',
    todo:
      todo ||
      'Look whether the database runs and is the one of the settings (DATABASE_URL, DATA_DIR), and into its own log.',
  };
};

/** Checks the database, and counts its apps (null when nobody knows). It makes no database, and migrates none. */
async function examineDatabase(deps: Examined, now: number) {
  const { settings, keyState, lostSecrets, open, refuseBeginning = async () => {} } = deps;
  const { role, dataDir, postgres } = settings;
  if (role === 'ads') return { checks: [], apps: null };
  if (!open && !postgres && !existsSync(databaseFile(dataDir))) {
    try {
      const other = notAFile(dataDir);
      if (other) throw other;
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
  const examining = async () => {
    const database = open ?? (await openDatabase(settings));
    try {
      checks = await checkStored(settings, database, { now, keyState, lostSecrets });
      await refuseBeginning(database.db);
      apps = await countApps(database.db).catch(() => null);
    } finally {
      if (!open) await database.close();
    }
    return checks;
  };
  try {
    checks = await inTime(examining(), () => [
      ...checks,
      unusable(new Error(`The database did not answer ${inTimeWords}`)),
    ]);
  } catch (error) {
    const fault = faultOf(error, settings) as Error;
    const one = unusable(fault);
    checks = [...checks, isDamaged(error) ? await damaged(one, settings, now) : one];
  }
  return { checks, apps };
}

/** Checks what would refuse a start; returns errors in the words of the start. */
async function lookAtStart(
  { settings, startLooks = [] }: Examined,
  { served, running }: Pick<Asked, 'served' | 'running'>,
): Promise<Check[]> {
  const found = startLooks.map(async ({ name, isOwn, look, todo: usual }): Promise<Check[]> => {
    // A server that hangs has the port, too.
    if (isOwn && ((await running) || (await served).kind === 'answers')) return [];
    const refused = (error: unknown): Check[] => {
      const { what, todo } = error instanceof Fault ? error : asFault(error);
      const why = 'The server does not start with it.';
      return [{ name, state: 'error', what, why, todo: todo || usual }];
    };
    const looking = look(settings).then(() => [], refused);
    return inTime(looking, () => refused(new Error(`The ${name} did not answer ${inTimeWords}`)));
  });
  return (await Promise.all(found)).flat();
}

const asFault = (error: unknown) => ({ what: (error as Error).message, todo: '' });

/** Reads the key in the data folder, once that has answered: the reading blocks this process. */
async function keyOf({ key }: Examined, answers: Promise<boolean>): Promise<Buffer | null> {
  const isThere = (await resolvesWithin(answers, keyMs)) && (await answers);
  return isThere ? key().catch(() => null) : null;
}

type Asked = {
  now: number;
  served: Promise<ServerAnswer>;
  running: Promise<ServerProcess | null>;
};

/** Returns the limit of the running server, if it can be asked: a shell has another one. */
async function filesOf(running: Asked['running']): Promise<OpenFiles> {
  const server = await running;
  if (server)
    return {
      limit: server.openFiles ?? Number.POSITIVE_INFINITY,
      whose: `Each process of the running server (${server.pid})`,
    };
  return { limit: limitOfOpenFiles(), whose: 'A server that is started from this shell' };
}

/** Checks this machine. Call it only when the data folder answers: reading in a folder that hangs would hang, too. */
async function examineHere(deps: Examined, { now, served, running }: Asked): Promise<Check[]> {
  const { settings } = deps;
  // This comes before a database is opened, which may remove what its last program has left.
  const owners = checkOwners(settings.dataDir);
  const looks = lookAtStart(deps, { served, running });
  const stored = examineDatabase(deps, now);
  const damage = checkDamage(settings, { known: deps.damage ?? null, now });
  const files = deps.findProcess ? filesOf(running) : undefined;
  const machine = checkMachine(settings, { apps: stored.then(({ apps }) => apps), files });
  const { checks } = await stored;
  // A refusal of the start, or damage that a running server has found, says more than the check of the file.
  const isSaid = checks.some(({ name }) => name === 'damage');
  const looked = (await damage).filter(() => !isSaid);
  return [...(await looks), ...owners, ...(await machine), ...checks, ...looked];
}

/**
 * Makes every check that an operator would make, and returns the worst first. Changes nothing, and every question has a time
 * limit.
 */
export async function examine(deps: Examined): Promise<Check[]> {
  const { settings } = deps;
  const now = Date.now();
  const running = (deps.findProcess?.() ?? Promise.resolve(null)).catch(() => null);
  const served = askServer(settings);
  const answers = answersInTime(settings.dataDir);
  const network = checkNetwork(settings, { now, served, running, key: keyOf(deps, answers) });
  const own = [
    ...checkSettings(settings, process.env),
    ...((await answers)
      ? await examineHere(deps, { now, served, running })
      : [hangingFolder('DATA_DIR', settings.dataDir)]),
  ];
  const all = [...own, ...(await network)];
  // Other servers and the database may repeat what they were sent. A short secret could be one of our words.
  const secrets = secretsOf(settings).filter((secret) => secret.length >= 8);
  return worstFirst(all.map((check) => ({ ...check, what: redact(check.what, secrets) })));
}
