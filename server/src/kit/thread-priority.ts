import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/*
 * How the calling thread stands back behind the one that serves. Both are Linux only, where priorities are
 * a thread's and not the process's; elsewhere these do nothing.
 */

const linux = process.platform === 'linux';
const chrtWithinMs = 2000;

/** Takes a tenth of a core that others want. */
export function standBack(): void {
  if (linux) setPriority(10);
}

/**
 * Takes only what nobody else wants (SCHED_IDLE), for the rest of the thread's life: the scheduler then treats
 * a core with this thread on it as free, and the serving thread never lines up elsewhere because of it.
 */
export function giveWay(): void {
  if (!linux) return;
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? '';
  // Node has no call for it; a machine without chrt keeps the lower priority that it has.
  spawnSync('chrt', ['-i', '-p', '0', thread], { timeout: chrtWithinMs, stdio: 'ignore' });
}
