import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** What Node calls V8's threads; they run as long as the process. */
const name = 'node-V8Worker';
const tasks = '/proc/self/task';
const lowest = 19;

/**
 * Lets V8's own threads, which collect garbage and compile, have what others leave (ADR 10): four of them at
 * once are busy for some 60 ms whenever all of the heap is looked through, and took two thirds of two cores
 * from the serving thread and whoever asked it. Linux only, where priorities are a thread's; elsewhere nothing.
 */
export function lowerV8ThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const id of readdirSync(tasks)) {
      if (readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === name)
        setPriority(Number(id), lowest);
    }
  } catch {
    // A machine that hides its threads or keeps their priorities: as it was without.
  }
}
