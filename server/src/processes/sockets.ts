import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { dirname } from 'node:path';
import type { Logger } from '../kit/logger.ts';
import type { Place } from '../places.ts';

/** A server, and the socket where it listens. */
export type AtSocket = { server: Server; path: string };

/** Whether sockets are files. On Windows they are pipes, which nobody can delete. */
const areFiles = process.platform !== 'win32';

/** The number of connections that may wait until the office takes them; the system allows no more (`net.core.somaxconn`). */
const backlog = 4096;

/** Makes the folder of the sockets, which only this user may enter. Throws when the folder belongs to somebody else. */
async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isOwn = found.isDirectory() && found.uid === process.getuid?.();
  if (!isOwn || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} belongs to somebody else, or others may enter it`);
  }
}

/** Listens at a socket; removes the file of a killed office first. */
export async function listenAtSocket({ server, path }: AtSocket): Promise<void> {
  if (areFiles) {
    await makePrivateFolder(dirname(path));
    rmSync(path, { force: true });
  }
  server.listen({ path, backlog });
  await once(server, 'listening');
}

/**
 * Returns the place of a socket. When its file is gone, for example after a cleaner of temporary files, the server listens there
 * again (ADR 63). Its open connections stay.
 */
export const socketPlace = ({ server, path }: AtSocket, logger: Logger): Place[] => {
  if (!areFiles) return [];
  async function mend(): Promise<void> {
    // The server's own `close` would end idle connections, too.
    NetServer.prototype.close.call(server);
    await listenAtSocket({ server, path });
    logger.warn({ path }, 'a socket was gone: the office listens there again');
  }
  return [{ name: 'the socket', path, mend }];
};
