import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';
/** Twenty times what the browser tests have at the same time. */
const enoughBytes = 2 * 1024 ** 3;

/** Tells whether tests can make files in this folder and run programs from it, and whether it has enough free space. */
function isUsable(): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder);
    return bavail * bsize >= enoughBytes && mount !== undefined && !mount.includes('noexec');
  } catch {
    return false;
  }
}

/**
 * Puts the temporary files of tests, and of the processes that they start, into memory if there is room (Linux only).
 * Tests make thousands of files, and a new file on a disk can take a hundred times as long. If TMPDIR is set, it stays.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env.TMPDIR && isUsable()) process.env.TMPDIR = folder;
}
