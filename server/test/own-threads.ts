import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export type OwnThread = { id: number; name: string; nice: number; policy: number };

/** Values of `policy`: as usual, and only idle time (sched(7)). */
export const policies = { usual: 0, idle: 5 };

/** Whether threads of this machine have priorities of their own, and can be put under another policy. */
export const hasThreadPriorities =
  process.platform === 'linux' && spawnSync('chrt', ['--version']).status === 0;

/** The threads of this process, of this name if one is given (proc_pid_stat(5), fields 2, 19 and 41). */
export function ownThreads(name?: string): OwnThread[] {
  const threads = readdirSync('/proc/self/task').flatMap((id) => {
    const stat = statOf(id);
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const own = stat.slice(stat.indexOf('(') + 1, end);
    return stat === ''
      ? []
      : [{ id: Number(id), name: own, nice: Number(fields[16]), policy: Number(fields[38]) }];
  });
  return threads.filter((thread) => name === undefined || thread.name === name);
}

/** Empty for a thread that has ended meanwhile. */
function statOf(id: string): string {
  try {
    return readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
  } catch {
    return '';
  }
}
