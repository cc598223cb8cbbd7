import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Mounts a disk in memory; undefined where that is not allowed. */
function mountDisk(megabytes: number): { folder: string; remove: () => void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes a small disk that lasts until the test ends. */
export function newDisk(megabytes: number): string {
  const disk = mountDisk(megabytes);
  if (!disk) throw new Error('no disk');
  onTestFinished(disk.remove);
  return disk.folder;
}

const probe = mountDisk(1);
probe?.remove();
/** Whether this user may mount disks: root, mostly. */
export const mayMount = probe !== undefined;

/** Fills a disk, except for this many bytes. Returns the file that fills it. */
export function fill(folder: string, left: number): string {
  const file = join(folder, 'filler');
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize - left));
  } catch (error) {
    // The server has written something meanwhile: the disk is full before the end.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return file;
}
