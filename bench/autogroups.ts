import { readFileSync, writeFileSync } from 'node:fs';
import { log } from './report.ts';

const file = '/proc/sys/kernel/sched_autogroup_enabled';

/**
 * Switches Linux's "autogroup" off until this process ends. With it, each session of processes gets an equal share of a
 * core, and priorities count only within a session. Each process of PostgreSQL is a session, so it would take time from
 * the server whatever its priority is. Programs that systemd or a container starts have no such groups. Only root may
 * switch it off; otherwise a line says so.
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
    log('autogroup is on (only root may switch it off): PostgreSQL takes time from the server');
  }
}
