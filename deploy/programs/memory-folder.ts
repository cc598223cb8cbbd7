import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';
/** Twenty times what the browser tests have at the same time. */
const enoughBytes = 2 * 1024 ** 3;

/** Whether files can be made in this folder, programs run from it, and there is enough room. */
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
 * Has the temporary files of tests made in memory where there is room (Linux), also by the processes that they start.
 * They make files by the thousand, and a new file on a disk can take a hundred times as long. TMPDIR stays if it is set.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env.TMPDIR && isUsable()) process.env.TMPDIR = folder;
}
