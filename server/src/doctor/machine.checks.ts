import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cannotBeWritten } from '../data-folder.ts';
import { databaseFile } from '../db/sqlite/data-dir.ts';
import { limitOfOpenFiles } from '../front/connection-limit.ts';
import type { Settings } from '../settings.ts';
import { type Check, fine, inWords } from './check.ts';

const least = { freeBytes: 100e6, files: 4096 };
/** Free room that lets the database grow, and a backup be restored. */
const comfortable = { freeBytes: 1e9, databases: 2 };
/**
 * Memory that all processes take together, in bytes: measured with 100 and with 100,000 apps (docs/operate.md). `app` is
 * for each app and each process that answers ads.
 */
const memory = { all: 230e6, worker: 75e6, app: 2_600, officeApp: 900 };

const existingPart = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : existingPart(dirname(path));

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Whether a folder can be written, and how much room it has. One that does not exist yet is made by the server. */
function checkFolder(name: string, folder: string, databaseBytes: number): Check {
  const path = resolve(folder);
  const place = existingPart(path);
  try {
    if (!statSync(place).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' });
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch (error) {
    return {
      ...{ name, state: 'error' },
      what: cannotBeWritten(folder, error).message.replace(/^DATA_DIR/, name),
      why: 'Nothing can be stored there.',
      todo: 'Give this folder to the user who runs the server, or name another one.',
    };
  }
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const enough = Math.max(comfortable.freeBytes, comfortable.databases * databaseBytes);
  const what = `${name} ${path} can be written, ${inWords(free)} are free`;
  if (free >= enough) return fine(name, what);
  return {
    ...{ name, state: free < least.freeBytes ? 'error' : 'warning' },
    what: `${name} ${path} has only ${inWords(free)} free`,
    why: 'On a full disk nothing can be saved, and no backup is made.',
    todo: `Free some room: ${inWords(enough)} are comfortable here.`,
  };
}

function checkKeyFile(file: string): Check[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || process.platform === 'win32' || (mode & 0o077) === 0) return [];
  return [
    {
      ...{ name: 'key file', state: 'error' },
      what: `${resolve(file)} can be read by other users of this machine`,
      why: 'With this key and a copy of the database, all stored passwords and keys can be read.',
      todo: `chmod 600 ${resolve(file)}; if others use this machine, rotate the key (docs/operate.md).`,
    },
  ];
}

function checkFiles(openFiles: number): Check {
  if (openFiles >= least.files) {
    const most = openFiles === Number.POSITIVE_INFINITY ? 'any number of' : openFiles;
    return fine('open files', `A process may open ${most} files`);
  }
  return {
    ...{ name: 'open files', state: 'warning' },
    what: `A process may open only ${openFiles} files`,
    why: 'Each connection is one. Phones beyond the limit get no answer.',
    todo: 'Raise the limit: `ulimit -n`, or LimitNOFILE in systemd (65536 in deploy/systemd).',
  };
}

/** `apps` is null when nobody knows how many there are. */
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
    ...{ name: 'memory', state: available < needed ? 'error' : 'warning' },
    what: `There are only ${words}`,
    why: 'The system ends a process that finds no memory. While all applications are loaded anew, more is needed for a moment.',
    todo: 'Give it more memory, or fewer WORKERS: each holds all applications.',
  };
}

/** What can be said of this machine alone. */
export function checkMachine(settings: Settings, apps: number | null): Check[] {
  const { dataDir, backups, postgres } = settings;
  const databaseBytes = postgres ? 0 : sizeOf(databaseFile(dataDir));
  return [
    checkFolder('DATA_DIR', dataDir, databaseBytes),
    ...(backups ? [checkFolder('BACKUP_DIR', backups.folder, databaseBytes)] : []),
    ...checkKeyFile(join(dataDir, 'secret.key')),
    checkFiles(limitOfOpenFiles()),
    checkMemory(settings, apps),
  ];
}
