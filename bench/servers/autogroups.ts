import { readFileSync, writeFileSync } from 'node:fs';
import { log } from '../measuring/report.ts';

const file = '/proc/sys/kernel/sched_autogroup_enabled';

/**
 * Switches Linux's "autogroup" off until this process ends. With it, all sessions of processes have equal shares of the
 * cores, and a priority counts only within its session. Each process of PostgreSQL has a session of its own, so it would
 * not give way to the server. Only root may switch it off; otherwise a line says that it is on.
 */
export function withoutAutogroups(): void {
  try {
    if (readFileSync(file, 'utf8').trim() === '0') return;
    writeFileSync(file, '0');
    process.once('exit', () => writeFileSync(file, '1'));
  } catch (error) {
    const { code } = error as { code?: string };
    // Another system, or a Linux without it.
    if (code === 'ENOENT') return;
    log(
      'autogroup is on (only root may switch it off): PostgreSQL does not give way to the server',
    );
  }
}
