import { readFileSync } from 'node:fs';

/** Tells whether a process runs; a zombie does not count. */
export function lives(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the children of a process, or those with this title. One that has just begun has none yet. */
export function childrenOf(pid: number, title = ''): number[] {
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) => read(`/proc/${child}/cmdline`).startsWith(title));
}
