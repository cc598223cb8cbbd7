import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/*
 * Lower priorities for the calling thread, so that the serving thread runs first (ADR 10). Linux only: there a
 * priority belongs to a thread; on other systems it belongs to the process, and these functions do nothing.
 */

const linux = process.platform === 'linux';
const chrtWithinMs = 2000;

const low = 10;

/** Lowers the priority: the thread gets a tenth of a core that the serving thread wants, too. */
export function standBack(): void {
  // A program that was started with a lower one may not raise it.
  if (linux && getPriority() < low) setPriority(low);
}

/**
 * Puts the thread under SCHED_IDLE until it ends: it gets only processor time that nobody else wants. The
 * scheduler counts a core that runs only such a thread as free, so the serving thread does not wait elsewhere.
 */
export function giveWay(): void {
  if (!linux) return;
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? '';
  // Node has no function for it. A machine without chrt keeps the lower priority.
  spawnSync('chrt', ['-i', '-p', '0', thread], { timeout: chrtWithinMs, stdio: 'ignore' });
}
