import { once } from 'node:events';
import { lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { newId } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';

/** Where the office of this machine listens. */
export type OfficeSockets = { office: string; stream: string; remove(): Promise<void> };

/** The folders of sockets begin with this name. */
export const socketFolderPrefix = 'adwarden-';
export const streamSocketName = 'stream';
/** `mkdtemp` adds six letters. */
const isNamedSo = (name: string) => /^[A-Za-z0-9]{6}$/.test(name.slice(socketFolderPrefix.length));
/** The supervisor listens here as long as it lives, so that others can see that it does, in whatever container they are. */
const aliveName = 'alive';
const ours = ['office', streamSocketName, aliveName];

/**
 * Makes the place for the sockets of the office: a new folder that only this user can open; on Windows, pipes with random
 * names. Removes the folders that supervisors of this user have left behind.
 */
export async function makeSocketFolder(logger: Logger): Promise<OfficeSockets> {
  if (process.platform === 'win32') {
    const name = `\\\\.\\pipe\\adwarden-${newId()}`;
    return { office: `${name}-office`, stream: `${name}-stream`, async remove() {} };
  }
  const folder = await mkdtemp(resolve(tmpdir(), socketFolderPrefix)).catch((error) => {
    throw new Error(`${tmpdir()} (TMPDIR) cannot hold the sockets of the office: ${error.message}`);
  });
  const alive = createServer((socket) => socket.destroy()).on('error', () => {});
  alive.listen(join(folder, aliveName)).unref();
  sweep(tmpdir(), logger).catch((error) =>
    logger.warn({ err: error }, 'the folders of earlier starts cannot be looked at'),
  );
  return {
    office: join(folder, 'office'),
    stream: join(folder, streamSocketName),
    async remove() {
      alive.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the folders of this user's supervisors that have ended without a stop. */
async function sweep(place: string, logger: Logger): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(socketFolderPrefix) || !isNamedSo(name)) continue;
    const folder = join(place, name);
    // Somebody else may remove it at the same time.
    if (await isLeft(folder).catch(() => false)) {
      await Promise.all(ours.map((file) => rm(join(folder, file), { force: true })));
      await rmdir(folder).catch(() => {});
      logger.info({ folder }, 'removed the sockets of a server that was killed');
    }
  }
}

/** Whether nobody listens in a folder any more where a supervisor of this user did. Nothing else may be in it. */
async function isLeft(folder: string): Promise<boolean> {
  const { uid } = await lstat(folder);
  if (uid !== process.getuid?.()) return false;
  const files = await readdir(folder);
  if (!files.includes(aliveName) || files.some((file) => !ours.includes(file))) return false;
  const asking = connect(join(folder, aliveName));
  try {
    await once(asking, 'connect');
    return false;
  } catch (error) {
    // A supervisor that has no time for us does not refuse.
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    asking.destroy();
  }
}
