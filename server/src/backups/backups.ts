import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Damage } from '../damage.ts';
import { DamagedDatabaseError, damagedExit } from '../db/errors.ts';
import { databaseFile } from '../db/sqlite/data-dir.ts';
import { type Clock, hourMs } from '../kit/clock.ts';
import { hourly } from '../kit/hourly.ts';
import type { Logger } from '../kit/logger.ts';
import { freeBytes, sizeOf } from '../kit/process/disk.ts';
import { ownFile } from '../kit/process/own-files.ts';
import {
  backupName,
  isOverdue,
  type KeptBackup,
  keptBackups,
  pruneBackups,
} from './kept-backups.ts';

/** The state of the backups that a server makes by itself. */
type BackupState = {
  /** The time of the last good backup, in epoch milliseconds; null for none. */
  lastAt: number | null;
  /** Its size in bytes. */
  bytes: number;
  /** The reason why the last try failed, for people; '' when it did not. */
  trouble: string;
  /** The last good backup is much older than it should be. */
  isOverdue: boolean;
};

export type Backups = {
  state(): BackupState;
  /** Makes a backup if it is time for one; a failure is in the log and in `state`. `databaseId` is a part of its name. */
  look(databaseId: string): Promise<void>;
  /** Looks once a minute. */
  start(databaseId: string): void;
  /** Ends a backup that is being made. The next backup deletes what it left. */
  stop(): void;
};

const lookEveryMs = 60_000;
/** The pause after a failure: copying a large database again and again would keep the disk busy. */
const againAfterMs = 15 * 60_000;
/** A backup that takes longer has failed. */
const timeoutMs = hourMs;
/** The bytes that must stay free on the disk of the backups beside the new one. */
const spareBytes = 64_000_000;
const command = fileURLToPath(ownFile('cli/backup'));

/** Makes a backup by the command of the shell, in a process of its own: it takes neither memory nor time of the office. */
async function runCommand(file: string, signal: AbortSignal): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [command, resolve(file)], {
      signal,
      timeout: timeoutMs,
    });
  } catch (error) {
    const { stderr = '', message, code } = error as Error & { stderr?: string; code?: unknown };
    const said = stderr.trim().replace(/^No backup was made\. /, '') || message;
    if (code === damagedExit) throw new DamagedDatabaseError(said, { cause: error });
    throw new Error(said, { cause: error });
  }
}

async function mustHaveRoom(folder: string, dataDir: string): Promise<void> {
  const free = await freeBytes(folder);
  const database = databaseFile(dataDir);
  const needed = (await sizeOf(database)) + (await sizeOf(`${database}-wal`)) + spareBytes;
  if (free >= needed) return;
  const inMb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new Error(
    `BACKUP_DIR ${resolve(folder)} has no room: ${inMb(free)} are free, and a backup needs ${inMb(needed)}`,
  );
}

/**
 * Builds the automatic backup of the embedded database. It runs soon after the start when the last backup is older than
 * `everyHours`, and then each time that one is. It keeps the newest `keep` backups. `make` writes one file, complete and with
 * its checksum.
 */
export function createBackups(deps: {
  folder: string;
  everyHours: number;
  keep: number;
  dataDir: string;
  clock: Clock;
  logger: Logger;
  /** Is told whether the check of a backup has found the database damaged. */
  damage?: Pick<Damage, 'note' | 'over'> | undefined;
  make?: (file: string, signal: AbortSignal) => Promise<void>;
}): Backups {
  const { folder, everyHours, keep, dataDir, clock, logger, damage, make = runCommand } = deps;
  const everyMs = everyHours * hourMs;
  const startedAt = clock();
  const stopping = new AbortController();
  let stopLooking = () => {};
  let last: (KeptBackup & { bytes: number }) | null = null;
  let trouble = '';
  let triedAt = 0;

  function failed(error: unknown): void {
    const { message } = error as Error;
    damage?.note(error);
    if (message !== trouble) logger.error({ err: error }, 'no backup was made');
    trouble = message;
  }

  /** Finds the newest backup that is not of the future: a clock may have gone back. */
  async function findLast(databaseId: string): Promise<void> {
    const found = (await keptBackups(folder, databaseId)).find(({ at }) => at <= clock());
    last = found ? { ...found, bytes: await sizeOf(found.file) } : null;
  }

  async function makeOne(databaseId: string): Promise<void> {
    const file = join(folder, backupName(databaseId, clock()));
    // A missing data folder is not made again: it may come back.
    if (folder.startsWith(dataDir + sep)) await access(dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await mustHaveRoom(folder, dataDir);
    const began = performance.now();
    await make(file, stopping.signal);
    damage?.over();
    await pruneBackups(folder, { databaseId, keep, now: clock() });
    await findLast(databaseId);
    const ms = Math.round(performance.now() - began);
    logger.info({ file, bytes: last?.bytes, ms }, 'made a backup');
  }

  async function look(databaseId: string): Promise<void> {
    if (stopping.signal.aborted) return;
    if (trouble && Math.abs(clock() - triedAt) < againAfterMs) return;
    try {
      await findLast(databaseId);
      if (last && clock() - last.at < everyMs) return;
      triedAt = clock();
      await makeOne(databaseId);
      trouble = '';
    } catch (error) {
      triedAt = clock();
      if (!stopping.signal.aborted) failed(error);
    }
  }

  return {
    state() {
      return {
        lastAt: last?.at ?? null,
        bytes: last?.bytes ?? 0,
        trouble,
        isOverdue: isOverdue(clock() - (last?.at ?? startedAt), everyHours),
      };
    },
    look,
    start(databaseId) {
      stopLooking = hourly(() => look(databaseId), failed, lookEveryMs);
    },
    stop() {
      stopLooking();
      stopping.abort();
    },
  };
}
