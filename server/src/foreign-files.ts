import {
  accessSync,
  chownSync,
  constants,
  lstatSync,
  readdirSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from './kit/faults/fault.ts';

/*
 * The files of the data folder belong to the user who runs the server. A command or a start of root leaves files that this user
 * may not open: the server says so, with the command that gives them back.
 */

/** Files that a server writes, and files that it only reads. A start needs no others. */
const written =
  /^(adwarden\.(db|lock)|office\.lock|ads\.last-good\.db)(-wal|-shm|-journal)?$|^disk-reserve$|^usage\.waiting\.\d+$|^ads\.stopped(-logged)?$/;
const readOnly = /^(secret\.key|database-id|countries\.mmdb)$/;
/** The most entries of a data folder: a folder with more is not only ours. */
const mostEntries = 10_000;

/** Returns the name of a user, as `chown` takes it. */
function userName(uid: number): string {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.split(':')[2] === String(uid));
    return line?.split(':')[0] || String(uid);
  } catch {
    return String(uid);
  }
}

/**
 * Reads the state of a file. Undefined when it is not there, or nobody can say so: a part of the path is a file, or may not be
 * entered.
 */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function mayUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

const belongsTo = (what: string, path: string, owner: number, user: number) =>
  new Fault(
    `${what} ${path} belongs to ${userName(owner)}, and ${userName(user)} may not use it`,
    `chown ${userName(user)} ${path}`,
  );

/** Tells whether the mode of a path shuts out its own owner. `mode`: what the server needs, as `access` takes it. Root may always. */
const shutsOutOwner = (found: Stats, mode: number): boolean =>
  found.uid !== 0 && ((found.mode >> 6) & mode) !== mode;

const notForOwner = (what: string, path: string, owner: number, mode: string) =>
  new Fault(
    `${what} ${path} has a mode with which its owner, ${userName(owner)}, may not use it`,
    `chmod ${mode} ${path}`,
  );

/** Returns the user who should own the folder's files: root keeps those of the folder's owner. */
const ownerFor = (folderUid: number): number => {
  const own = process.getuid?.() ?? folderUid;
  return own === 0 ? folderUid : own;
};

/** Throws when the data folder belongs to another user, and this one may not use it. Such a folder seems to be empty. */
export function refuseOtherUser(dataDir: string): void {
  const path = resolve(dataDir);
  const folder = statOf(path);
  const own = process.getuid?.();
  if (!folder?.isDirectory() || own === undefined || own === 0 || folder.uid === own) return;
  const { R_OK, W_OK, X_OK } = constants;
  if (mayUse(path, R_OK | W_OK | X_OK) || isReadOnlyDisk(path)) return;
  const owner = userName(folder.uid);
  throw new Fault(
    `DATA_DIR ${path} belongs to ${owner}, and ${userName(own)} may not use it`,
    `run this as ${owner} (sudo -u ${owner} …)`,
  );
}

/**
 * Finds the files in the data folder that shut the server out, by their owner or by their mode, with the command that mends it; []
 * where nobody can say it.
 */
export function foreignFiles(dataDir: string, name = 'DATA_DIR'): Fault[] {
  const { R_OK, W_OK, X_OK } = constants;
  if (!process.getuid) return [];
  const folder = statOf(resolve(dataDir));
  if (!folder?.isDirectory()) return [];
  const user = ownerFor(folder.uid);
  if (folder.uid === user && shutsOutOwner(folder, R_OK | W_OK | X_OK)) {
    return [notForOwner(name, resolve(dataDir), user, '700')];
  }
  if (!mayUse(dataDir, R_OK | X_OK)) {
    return [belongsTo(name, resolve(dataDir), folder.uid, user)];
  }
  const found: Fault[] = [];
  if (!mayUse(dataDir, W_OK) && folder.uid !== user && !isReadOnlyDisk(dataDir)) {
    found.push(belongsTo(name, resolve(dataDir), folder.uid, user));
  }
  for (const entry of readdirSync(dataDir).slice(0, mostEntries)) {
    const mode = written.test(entry) ? R_OK | W_OK : readOnly.test(entry) ? R_OK : null;
    if (mode === null) continue;
    const path = join(resolve(dataDir), entry);
    const file = statOf(path);
    if (!file?.isFile()) continue;
    if (file.uid === user) {
      if (shutsOutOwner(file, mode)) found.push(notForOwner('The file', path, user, '600'));
      continue;
    }
    // Root may use everything, so only the owner says whether the server may.
    const isForeign = process.getuid() === 0 || (!mayUse(path, mode) && !isReadOnlyDisk(path));
    if (isForeign) found.push(belongsTo('The file', path, file.uid, user));
  }
  return found;
}

/** Tells whether the disk is read-only: there nobody may write, whoever owns the file. */
export function isReadOnlyDisk(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/** Gives the files that root has made in the folder of another user to that user. Does nothing for other users. */
export function keepOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const folder = statOf(resolve(dataDir));
  if (!folder?.isDirectory() || folder.uid === 0) return;
  for (const name of readdirSync(dataDir).slice(0, mostEntries)) {
    const path = join(dataDir, name);
    const file = statOf(path);
    // A link or a second name could lead to a file elsewhere.
    if (!file?.isFile() || file.nlink > 1 || file.uid !== 0) continue;
    try {
      chownSync(path, folder.uid, folder.gid);
    } catch {
      // The disk is read-only. The code that needs the file reports its owner.
    }
  }
}
