import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from './api.ts';

/**
 * Saves one app after the other, with a pause between two saves, as long as `goesOn`; returns the milliseconds that each took.
 */
export async function timesOfSaves(
  api: Api,
  appIDs: string[],
  { pauseMs, goesOn }: { pauseMs: number; goesOn: (saves: number) => boolean },
): Promise<number[]> {
  const mark = Date.now().toString(36);
  const times: number[] = [];
  for (let index = 0; goesOn(index); index += 1) {
    const id = appIDs[(index * 97) % appIDs.length] as string;
    const began = performance.now();
    await api.call('updateApp', { id, body: { appName: `Saved ${mark} ${index}` } });
    times.push(performance.now() - began);
    await pause(pauseMs);
  }
  return times;
}
