import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Node's name for V8's threads, which run as long as the process. */
const name = 'node-V8Worker';
const tasks = '/proc/self/task';
const lowest = 19;

/**
 * Lowers the priority of V8's own threads, which collect garbage and compile (ADR 10). While the whole heap is
 * marked, four of them are busy for about 60 ms and would take two thirds of two cores. Linux only: on other
 * systems a priority belongs to the whole process, and this does nothing.
 */
export function lowerV8ThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const id of readdirSync(tasks)) {
      if (readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === name)
        setPriority(Number(id), lowest);
    }
  } catch {
    // Some machines hide the threads or refuse other priorities: then nothing changes.
  }
}
