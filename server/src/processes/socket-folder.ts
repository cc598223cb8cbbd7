import { once } from 'node:events';
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { causeOf } from '../kit/faults/causes.ts';
import { Fault } from '../kit/faults/fault.ts';
import { newId } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';

/** The sockets at which the office of this machine listens. */
export type OfficeSockets = { office: string; stream: string; remove(): Promise<void> };

/** The beginning of the names of socket folders. */
const socketFolderPrefix = 'adwarden-';
export const streamSocketName = 'stream';
/** Tells whether a name has the six letters that `mkdtemp` adds. */
const isNamedSo = (name: string) => /^[A-Za-z0-9]{6}$/.test(name.slice(socketFolderPrefix.length));
/**
 * The socket of the supervisor. It listens there as long as it lives, so that others can see that it does, in whatever container
 * they are. Commands of the same user ask it there.
 */
export const aliveSocketName = 'alive';
const ours = ['office', streamSocketName, aliveSocketName];

/**
 * Makes the place for the sockets of the office: a new folder that only this user can open; on Windows, pipes with random
 * names. Removes the folders that supervisors of this user have left behind.
 */
export async function makeSocketFolder(
  logger: Logger,
  answerCommand: RequestListener,
): Promise<OfficeSockets> {
  if (process.platform === 'win32') {
    const name = `\\\\.\\pipe\\adwarden-${newId()}`;
    return { office: `${name}-office`, stream: `${name}-stream`, async remove() {} };
  }
  const folder = await newSocketFolder();
  const alive = createServer(answerCommand).on('error', () => {});
  alive.listen(join(folder, aliveSocketName)).unref();
  sweep(tmpdir(), logger).catch((error) =>
    logger.warn({ err: error }, 'the folders of earlier starts cannot be looked at'),
  );
  return {
    office: join(folder, 'office'),
    stream: join(folder, streamSocketName),
    async remove() {
      alive.close();
      alive.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Returns the socket folders of this user's servers (or another user's) on this machine, even with another TMPDIR than this
 * shell.
 */
export function ownSocketFolders(user = process.getuid?.()): string[] {
  const tops = new Set([resolve(tmpdir()), '/tmp', '/var/tmp'].filter(isFolder));
  return [...tops]
    .flatMap((top) => readdirSync(top).map((name) => join(top, name)))
    .filter((folder) => basename(folder).startsWith(socketFolderPrefix))
    .filter((folder) => {
      const found = lstatSync(folder, { throwIfNoEntry: false });
      return found?.isDirectory() && found.uid === user && !(found.mode & 0o077);
    });
}

/** The longest path of a socket: 108 bytes on Linux and 104 on macOS, with a zero at the end. */
const longestPath = process.platform === 'linux' ? 107 : 103;

/** Makes a folder for sockets that only this user can enter; throws in words when TMPDIR cannot hold one. */
async function newSocketFolder(): Promise<string> {
  const top = resolve(tmpdir());
  const cannot = (why: string, todo: string, cause?: unknown) =>
    new Fault(`${top} (TMPDIR) cannot hold the sockets of the office: ${why}`, todo, { cause });
  const longest = Buffer.byteLength(join(top, `${socketFolderPrefix}XXXXXX`, streamSocketName));
  if (process.platform !== 'win32' && longest > longestPath) {
    throw cannot('its path is too long', 'set TMPDIR to a shorter path, such as /tmp');
  }
  return mkdtemp(resolve(top, socketFolderPrefix)).catch((error) => {
    const { what = error.message, todo = '' } = causeOf(error) ?? {};
    throw cannot(what, todo && 'set TMPDIR to a folder where this user may write', error);
  });
}

/** Tries whether sockets can be made, and leaves nothing behind; throws the error with which a start is refused. */
export async function trySocketFolder(): Promise<void> {
  if (process.platform === 'win32') return;
  await rmdir(await newSocketFolder());
}

/** Removes the folders of this user's supervisors that ended without a stop. */
async function sweep(place: string, logger: Logger): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(socketFolderPrefix) || !isNamedSo(name)) continue;
    const folder = join(place, name);
    // Another process may remove it at the same time.
    if (await isLeft(folder).catch(() => false)) {
      await Promise.all(ours.map((file) => rm(join(folder, file), { force: true })));
      await rmdir(folder).catch(() => {});
      logger.info({ folder }, 'removed the sockets of a server that was killed');
    }
  }
}

/** Tells whether a folder belonged to a supervisor of this user, and nobody listens in it any more. Nothing else may be in it. */
async function isLeft(folder: string): Promise<boolean> {
  const { uid } = await lstat(folder);
  if (uid !== process.getuid?.()) return false;
  const files = await readdir(folder);
  if (!files.includes(aliveSocketName) || files.some((file) => !ours.includes(file))) return false;
  const asking = connect(join(folder, aliveSocketName));
  try {
    await once(asking, 'connect');
    return false;
  } catch (error) {
    // A busy supervisor does not refuse.
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    asking.destroy();
  }
}
