import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf, isDiskFull, SqliteError } from './db/errors.ts';
import { databaseFile } from './db/sqlite/data-dir.ts';
import { type DataLock, isLocked, lockForServer } from './db/sqlite/data-lock.ts';
import { foreignFiles, isReadOnlyDisk, keepOwner } from './foreign-files.ts';
import { causeOf } from './kit/faults/causes.ts';
import { Fault } from './kit/faults/fault.ts';
import { createOutage } from './kit/faults/outage.ts';
import { StartRefusal } from './kit/faults/start-refusal.ts';
import { repeatInStep } from './kit/in-step.ts';
import type { Logger } from './kit/logger.ts';
import { freeBytes } from './kit/process/disk.ts';
import { watchPlaces } from './places.ts';

/** The bytes that are written to test whether the folder takes data: a nearly full disk must fail, too. */
const triedBytes = 64 * 1024;
const everyMs = 30_000;

/** A file that is deleted when the disk is full, so that people can sign in and pause (ADR 47). */
const reserveBytes = 8_000_000;
/** The disk counts as full below this, before the first write fails. */
const leastFreeBytes = 4_000_000;
/** The pause between two looks at the free space of the disk. */
const lookEveryMs = 4_000;

/**
 * Explains in one line why the data folder, or a file in it, cannot be used. It names a file of another user, with the command
 * that gives it back. `name` is the setting of the folder.
 */
export function cannotBeWritten(dataDir: string, error: unknown, name = 'DATA_DIR'): Fault {
  const [foreign] = foreignFiles(dataDir, name);
  const isRefused = /^(EACCES|EPERM|SQLITE_(CANTOPEN|READONLY|IOERR))$/.test(codeOf(error));
  if (foreign && isRefused) return new Fault(foreign.what, foreign.todo, { cause: error });
  const cause =
    isDiskFull(error) && lacksInodes(dataDir)
      ? noInodes
      : // SQLite says only that it cannot open or write.
        causeOf(isRefused && isReadOnlyDisk(dataDir) ? { code: 'EROFS' } : error);
  const { message } = error as Error;
  const head = `${name} ${resolve(dataDir)} cannot be written`;
  return new Fault(`${head}: ${cause?.what ?? message}`, cause?.todo ?? '', { cause: error });
}

const noInodes = {
  what: 'the disk has no room for one more file, although bytes are free (df -i)',
  todo: 'remove files that nobody needs: very many small ones are on this disk',
};

/** Tells whether the disk can take no more files. A disk that counts none, such as btrfs, has 0 of 0. */
function lacksInodes(folder: string): boolean {
  try {
    const { files, ffree } = statfsSync(folder);
    return files > 0 && ffree === 0;
  } catch {
    return false;
  }
}

/** Writes a file, and deletes it again. */
async function tryToWrite(dataDir: string): Promise<void> {
  // Several processes of one machine share the folder.
  const tried = join(dataDir, `.write-test-${process.pid}`);
  try {
    const file = await open(tried, 'w', 0o600);
    try {
      await file.writeFile(Buffer.alloc(triedBytes));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(tried, { force: true });
  }
}

/** Writes the reserve as a whole. Its content cannot be compressed, or it would reserve nothing. */
async function makeReserve(file: string): Promise<void> {
  const part = `${file}.${process.pid}`;
  const piece = randomBytes(1_000_000);
  try {
    const handle = await open(part, 'w', 0o600);
    try {
      for (let at = 0; at < reserveBytes; at += piece.length) await handle.write(piece);
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

export type DataFolder = {
  /** Returns what is wrong with the folder now, in words; '' for nothing. */
  trouble(): string;
  /**
   * Returns why everything written now would be lost at the next start: the folder, or a file of the embedded database, is gone
   * or was replaced; '' when they are there.
   */
  lost(): string;
  /** Looks now: the files that it finds must stay from now on. */
  look(): Promise<void>;
  /** Makes the next look begin anew: the files that it finds must stay, because none was used before. */
  beginAnew(): void;
  /** Tells whether the folder could be written at any time since the start, or only lacks free space on its disk. */
  maySuffice(): boolean;
  /** Tells whether the disk of the embedded database is full. The reserve is given back, for work that must go on. */
  isFull(): boolean;
  /** Writes a file now, or as soon as the folder can be written. */
  keep(write: () => Promise<void>): Promise<void>;
  stop(): void;
};

/**
 * Makes the data folder if it may (`mayMake`), checks twice a minute that it can be written, and every four seconds that it is
 * still the same one (ADR 63). It is made once: a folder that was deleted or moved away must not become an empty one. Without
 * PostgreSQL the database is in it (`isNeeded`): trouble at the start is an Error, except a full disk, and a reserve of room is
 * kept. With PostgreSQL the node starts and says so in `/readyz`.
 */
export async function openDataFolder(
  dataDir: string,
  {
    isNeeded,
    mayMake,
    mayFail = false,
    logger,
  }: {
    isNeeded: boolean;
    mayMake: boolean;
    /** Trouble at the start is no Error, because there are ads to serve (ADR 68). */
    mayFail?: boolean;
    logger: Logger;
  },
): Promise<DataFolder> {
  const file = databaseFile(dataDir);
  const ofDatabase = isNeeded ? [file, `${file}-wal`, `${file}-shm`] : [];
  const places = watchPlaces(
    [
      { name: 'DATA_DIR', path: dataDir },
      ...ofDatabase.map((path) => ({ name: 'the file of the database', path })),
    ],
    logger,
  );
  const lost = () => places.lost()[0] ?? '';
  let mustMake = mayMake;
  const reserve = join(dataDir, 'disk-reserve');
  const full = `The disk of DATA_DIR ${resolve(dataDir)} is full: until ${(reserveBytes + 2 * leastFreeBytes) / 1e6} MB are free, only signing in, pausing ads and revoking old tokens work`;
  const outage = createOutage(logger, {
    failing: 'DATA_DIR cannot be written',
    again: `DATA_DIR ${resolve(dataDir)} can be written again`,
  });
  let trouble = '';
  let hasWorked = false;
  let isFull = false;
  let lacksRoom = false;
  /** The last check failed, and not for want of room: each look checks again, so that a repair is noticed at once. */
  let isBroken = false;
  let isOver = false;
  let unwritten: (() => Promise<void>) | undefined;

  function found(now: string, cause?: unknown): void {
    if (now) outage.fails(cause, now);
    else outage.works();
    trouble = now;
  }

  /** Gives the reserve back when the disk is full, and takes it again when there is room for it. */
  async function look(): Promise<void> {
    const free = await freeBytes(dataDir);
    if (existsSync(reserve)) {
      if (free < leastFreeBytes) rmSync(reserve, { force: true });
    } else if (free > reserveBytes + 2 * leastFreeBytes && !isOver) {
      await makeReserve(reserve).catch((error) => {
        if (!isDiskFull(error)) throw error;
      });
    }
    isFull = !existsSync(reserve);
  }

  async function check(): Promise<void> {
    // Another folder in its place is not touched.
    if (lost()) return;
    try {
      if (mustMake) await mkdir(dataDir, { recursive: true, mode: 0o700 });
      mustMake = false;
      if (isNeeded) await look();
      try {
        await tryToWrite(dataDir);
      } catch (error) {
        if (!isNeeded || !isDiskFull(error) || !existsSync(reserve)) throw error;
        rmSync(reserve, { force: true });
        isFull = true;
        await tryToWrite(dataDir);
      }
      keepOwner(dataDir);
      await unwritten?.();
      unwritten = undefined;
      hasWorked = true;
      isBroken = false;
      found(isFull ? full : '');
    } catch (cause) {
      const error = cannotBeWritten(dataDir, cause);
      found(error.message, error);
      lacksRoom = isDiskFull(cause);
      isBroken = !lacksRoom;
      if (lacksRoom) isFull = isNeeded;
      else if (isNeeded && !hasWorked && !mayFail) throw error;
    }
  }

  let running = check();
  await running;
  await places.look();
  /** Runs work after the work before it has ended. */
  const again = (work: () => Promise<void>) => {
    running = running.then(work).catch(() => {});
  };
  const stopChecks = repeatInStep(everyMs, () => again(check));
  const lookAgain = async () => {
    if (lost()) return;
    if (isBroken) return check();
    if (!isNeeded) return;
    const before = isFull;
    await look();
    if (isFull !== before) await check();
  };
  const stopLooks = repeatInStep(lookEveryMs, () => again(lookAgain));
  return {
    trouble: () => lost() || trouble,
    lost,
    look: places.look,
    beginAnew: places.beginAnew,
    maySuffice: () => hasWorked || lacksRoom,
    isFull: () => isFull,
    async keep(write) {
      await write().catch(() => {
        unwritten = write;
      });
    },
    stop() {
      isOver = true;
      places.stop();
      stopChecks();
      stopLooks();
    },
  };
}

/**
 * Locks the folder for the one server that serves from it: an office, or an edge. Throws a one-line Error when there is
 * another one. Without the folder (null) a node that does not need it serves nevertheless, and says so in `/readyz`.
 */
export function lockFolder(dataDir: string, { isNeeded }: { isNeeded: boolean }): DataLock | null {
  try {
    return lockForServer(dataDir);
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    if (isLocked(error)) throw new StartRefusal(message);
    if (!isNeeded) return null;
    throw cannotBeWritten(dataDir, errcode ? new SqliteError(message, errcode) : error);
  }
}
