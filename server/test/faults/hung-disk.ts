import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk that answers nothing, as a network disk whose machine is gone. `end` lets all waiting calls fail, and removes it. */
export type HungDisk = { end: () => void };

/** Mounts a disk that never answers over a folder: a FUSE file system that no program serves. Throws where that is not allowed. */
export function hangAt(folder: string): HungDisk {
  mkdirSync(folder, { recursive: true });
  const device = openSync('/dev/fuse', constants.O_RDWR);
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0,allow_other';
  try {
    execFileSync('mount', ['-i', '-t', 'fuse', '-o', options, 'none', folder], {
      stdio: ['ignore', 'ignore', 'ignore', device],
    });
  } catch (error) {
    closeSync(device);
    throw error;
  }
  return {
    end() {
      closeSync(device);
      execFileSync('umount', ['--lazy', folder]);
    },
  };
}

function tryOnce(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-hang-'));
  try {
    hangAt(folder).end();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether this user may mount such a disk: root, mostly, where the system has FUSE. */
export const mayHang = tryOnce();
