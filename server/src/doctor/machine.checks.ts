import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cannotBeWritten } from '../data-folder.ts';
import { databaseFile } from '../db/sqlite/data-dir.ts';
import { foreignFiles } from '../foreign-files.ts';
import { limitOfOpenFiles } from '../front/connection-limit.ts';
import { askDisk, freeBytes, sizeOf, statOf } from '../kit/process/disk.ts';
import { resolvesWithin } from '../kit/within.ts';
import type { Settings } from '../settings.ts';
import { thresholds } from '../thresholds.ts';
import { checkBuild } from './build.checks.ts';
import { type Check, fine, inTime, inTimeWords, inWords, questionMs } from './check.ts';
import { checkCountryUpdate } from './countries.checks.ts';

const least = { freeBytes: 100e6, files: 4096 };
/** Enough free room for the database to grow and for a backup to be restored. */
const comfortable = { freeBytes: thresholds.freeBytes, databases: 2 };
/**
 * Memory that all processes take together, in bytes: measured with 100 and with 100,000 apps (docs/operate.md). `app` is
 * for each app and each process that answers ads.
 */
const memory = { all: 230e6, worker: 75e6, app: 2_600, officeApp: 900 };

/** Finds the folder itself, or the nearest one above it that exists. */
async function existingPart(path: string): Promise<string> {
  const isThere = await statOf(path).then(Boolean, (error) => error.code !== 'ENOENT');
  return isThere || dirname(path) === path ? path : existingPart(dirname(path));
}

type FolderName = 'DATA_DIR' | 'BACKUP_DIR';

/** Builds the error of a folder on a disk, or a network disk, that hangs. */
export const hangingFolder = (name: FolderName, folder: string): Check => ({
  name,
  state: 'error',
  what: `${name} ${resolve(folder)} does not answer ${inTimeWords}`,
  why: 'Whoever reads or writes there waits for it.',
  todo: 'Look whether its disk, or the machine that has it, is well.',
});

/** Tells whether a folder answers in time; "it does not exist" is an answer, too. */
export const answersInTime = (folder: string): Promise<boolean> =>
  resolvesWithin(
    statOf(folder).catch(() => {}),
    questionMs,
  );

/** Checks whether a folder can be written, and how much room it has. The server makes a folder that does not exist yet. */
async function checkFolder(name: FolderName, folder: string, database: string): Promise<Check> {
  const path = resolve(folder);
  const place = await existingPart(path);
  try {
    const isFolder = (await statOf(place)).isDirectory();
    if (!isFolder) throw Object.assign(new Error(), { code: 'EEXIST' });
    await askDisk(`may write in ${place}`, () => access(place, constants.W_OK | constants.X_OK));
  } catch (error) {
    const fault = cannotBeWritten(folder, error, name);
    return {
      name,
      state: 'error',
      what: fault.what,
      why: 'Nothing can be stored there.',
      todo: fault.todo || 'Give this folder to the user who runs the server, or name another one.',
    };
  }
  const free = await freeBytes(place);
  const databaseBytes = await sizeOf(database);
  const enough = Math.max(comfortable.freeBytes, comfortable.databases * databaseBytes);
  const what = `${name} ${path} can be written, ${inWords(free)} are free`;
  if (free >= enough) return fine(name, what);
  return {
    name,
    state: free < least.freeBytes ? 'error' : 'warning',
    what: `${name} ${path} has only ${inWords(free)} free`,
    why: 'On a full disk nothing can be saved, and no backup is made.',
    todo: `Free some room: ${inWords(enough)} are comfortable here.`,
  };
}

/** Checks whether a loss of the data folder, or of its disk, would take its backups, too. */
async function checkApart(dataDir: string, backups: string): Promise<Check[]> {
  const diskOf = async (folder: string) => (await statOf(await existingPart(resolve(folder)))).dev;
  const looking = Promise.all([diskOf(dataDir), diskOf(backups)]).catch(() => null);
  // A folder that hangs, or cannot be used, has a check of its own.
  const disks = (await resolvesWithin(looking, questionMs)) ? await looking : null;
  if (!disks) return [];
  const name = 'BACKUP_DIR';
  const path = resolve(backups);
  if (`${path}/`.startsWith(`${resolve(dataDir)}/`)) {
    return [
      {
        name,
        state: 'warning',
        what: `BACKUP_DIR ${path} lies in DATA_DIR`,
        why: 'Who deletes or loses that folder loses the backups with it.',
        todo: 'Set BACKUP_DIR to a folder on another disk.',
      },
    ];
  }
  if (disks[0] !== disks[1]) return [];
  return [
    {
      name,
      state: 'note',
      what: `BACKUP_DIR ${path} is on the disk of DATA_DIR`,
      why: 'If this disk fails, the backups are lost with it.',
      todo: 'Set BACKUP_DIR to a folder on another disk, or have its files copied to one every day.',
    },
  ];
}

/** Builds the error of an office whose database is open, while its files are gone. */
export const checkLost = (lost: string): Check => ({
  name: 'files of the database',
  state: 'error',
  what: inSentence(lost),
  call: 'saveCopy',
  why: 'What was saved is in this running server only, and is gone when it stops. Nothing can be saved meanwhile.',
  todo: 'Put the folder back where it was: the server goes on by itself. If it is gone for good, save a copy, stop the server, and start it with that folder as DATA_DIR.',
});

const inSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Finds files that the server may not use, because another user has made them. */
export const checkOwners = (dataDir: string): Check[] =>
  foreignFiles(dataDir).map(({ what, todo }) => ({
    name: 'owner',
    state: 'error',
    what,
    todo,
    why: 'The server serves the last good ads at best, and nobody can sign in.',
  }));

async function checkKeyFile(file: string): Promise<Check[]> {
  const mode = (await statOf(file).catch(() => null))?.mode;
  if (mode === undefined || process.platform === 'win32' || (mode & 0o077) === 0) return [];
  return [
    {
      name: 'key file',
      state: 'error',
      what: `${resolve(file)} can be read by other users of this machine`,
      why: 'With this key and a copy of the database, all stored passwords and keys can be read.',
      todo: `chmod 600 ${resolve(file)}; if others use this machine, rotate the key (docs/operate.md).`,
    },
  ];
}

/** The number of files that a process may open, and the owner of that limit, in words. */
export type OpenFiles = { limit: number; whose: string };

function checkFiles({ limit, whose }: OpenFiles): Check {
  if (limit >= least.files) {
    const most = limit === Number.POSITIVE_INFINITY ? 'any number of' : limit;
    return fine('open files', `${whose} may open ${most} files`);
  }
  return {
    name: 'open files',
    state: 'warning',
    what: `${whose} may open only ${limit} files`,
    why: 'Each connection is one. Phones beyond the limit get no answer.',
    todo: 'Raise the limit: `ulimit -n`, or LimitNOFILE in systemd (65536 in deploy/systemd).',
  };
}

/** Checks the memory. `apps` is null when nobody knows how many there are. */
export function checkMemory(
  { workers, role }: Pick<Settings, 'workers' | 'role'>,
  apps: number | null,
  available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): Check {
  const adsProcesses = role === 'office' ? 0 : workers;
  const known = apps ?? 0;
  const each = memory.worker + memory.app * known;
  const office = role === 'ads' ? 0 : memory.officeApp * known;
  const needed = memory.all - memory.worker + adsProcesses * each + office;
  const words = `${inWords(available)} of memory, and about ${inWords(needed)} are needed${apps === null ? '' : ` for ${apps.toLocaleString('en')} applications`}`;
  if (available >= 1.5 * needed) return fine('memory', `This machine has ${words}`);
  return {
    name: 'memory',
    state: available < needed ? 'error' : 'warning',
    what: `There are only ${words}`,
    why: 'The system ends a process that finds no memory. While all applications are loaded anew, more is needed for a moment.',
    todo: 'Give it more memory, or fewer WORKERS: each holds all applications.',
  };
}

/**
 * Known facts. `apps`: the number of apps; null: nobody knows. `files`: the limit of the running server; without it, that of
 * this process.
 */
type Known = {
  apps?: Promise<number | null>;
  files?: Promise<OpenFiles> | undefined;
};

/** Makes the checks that need this machine alone. */
export async function checkMachine(
  settings: Settings,
  { apps = Promise.resolve(null), files = ownFiles() }: Known = {},
): Promise<Check[]> {
  const { dataDir, backups, postgres } = settings;
  const database = postgres ? '' : databaseFile(dataDir);
  const folder = async (name: FolderName, path: string) =>
    inTime(
      checkFolder(name, path, database).then((check) => [check]),
      () => [hangingFolder(name, path)],
    );
  const all = await Promise.all([
    folder('DATA_DIR', dataDir),
    ...(backups ? [folder('BACKUP_DIR', backups.folder), checkApart(dataDir, backups.folder)] : []),
    inTime(checkKeyFile(join(dataDir, 'secret.key'))),
    files.then((known) => [checkFiles(known)]),
    apps.then((count) => [checkMemory(settings, count)]),
    inTime(checkBuild()),
    inTime(checkCountryUpdate(settings)),
  ]);
  return all.flat();
}

const ownFiles = async (): Promise<OpenFiles> => ({
  limit: limitOfOpenFiles(),
  whose: 'A process',
});
