import { mkdir, open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from './kit/logger.ts';

/** How much is written to see whether the folder takes data: a nearly full disk must fail, too. */
const triedBytes = 64 * 1024;
const everyMs = 30_000;

/** Causes that the operator can remove, in words. */
const causes: Record<string, string> = {
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  EMFILE: 'this process has too many open files',
  ENFILE: 'this machine has too many open files',
};

/** A one-line Error that names the setting, the folder and the cause. */
function cannotBeWritten(dataDir: string, error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const why = causes[code] ?? message;
  return new Error(`DATA_DIR ${resolve(dataDir)} cannot be written: ${why}`, { cause: error });
}

/** Makes DATA_DIR with its parents (mode 0700) and writes a file in it, which it deletes again. */
async function prepareDataFolder(dataDir: string): Promise<void> {
  // Several processes of one machine share the folder.
  const tried = join(dataDir, `.write-test-${process.pid}`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
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

export type DataFolder = {
  /** Why the folder cannot be written now, in words; '' when it can. */
  trouble(): string;
  /** Whether it could be written at any time since the start. */
  hasWorked(): boolean;
  /** Writes a file now, or as soon as the folder can be written. */
  keep(write: () => Promise<void>): Promise<void>;
  stop(): void;
};

/**
 * Makes the data folder, and checks twice a minute that it can be written. Without PostgreSQL the database is in it,
 * so trouble at the start is an Error; with PostgreSQL the node starts and says so in `/readyz`.
 */
export async function openDataFolder(
  dataDir: string,
  { isNeeded, logger }: { isNeeded: boolean; logger: Logger },
): Promise<DataFolder> {
  let trouble = '';
  let hasWorked = false;
  let unwritten: (() => Promise<void>) | undefined;
  async function check(): Promise<void> {
    try {
      await prepareDataFolder(dataDir);
      await unwritten?.();
      unwritten = undefined;
      if (trouble) logger.info({ dataDir }, 'DATA_DIR can be written again');
      trouble = '';
      hasWorked = true;
    } catch (cause) {
      const error = cannotBeWritten(dataDir, cause);
      const { message } = error;
      if (message !== trouble) logger.error({ err: error }, message);
      trouble = message;
      if (isNeeded && !hasWorked) throw error;
    }
  }
  await check();
  const timer = setInterval(() => void check(), everyMs).unref();
  return {
    trouble: () => trouble,
    hasWorked: () => hasWorked,
    async keep(write) {
      unwritten = write;
      await check();
    },
    stop: () => clearInterval(timer),
  };
}
