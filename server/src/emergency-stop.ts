import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/*
 * The emergency stop of one machine (`npm run admin -- pause-all`): no phone that asks this machine gets ads, whatever the
 * database does. A file beside the last good ads keeps it over restarts.
 */

const name = 'ads.stopped';
export const emergencyStopFile = (dataDir: string): string => join(dataDir, name);

/** What an operator did: `at` in epoch milliseconds of this machine; `isLogged`: the log of changes has it. */
const step = z.object({
  id: z.string(),
  at: z.number(),
  isStopped: z.boolean(),
  by: z.string(),
  isLogged: z.boolean(),
});
const stored = z.object({ isStopped: z.boolean(), steps: z.array(step) });
export type StopStep = z.infer<typeof step>;
export type EmergencyStop = z.infer<typeof stored>;

/** Steps that wait for the log of changes; older ones are forgotten. */
const mostSteps = 100;
const mostByLength = 100;

/** What the file says; null without it. One that cannot be read or understood holds: nobody may have ended it. */
export function readEmergencyStop(dataDir: string): EmergencyStop | null {
  try {
    return stored.parse(JSON.parse(readFileSync(emergencyStopFile(dataDir), 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A folder that may not be entered has no last good ads either.
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : { isStopped: true, steps: [] };
  }
}

/** Writes the file as a whole, and throws when it is not on the disk. */
export function writeEmergencyStop(dataDir: string, stop: EmergencyStop): void {
  const file = emergencyStopFile(dataDir);
  const part = `${file}.${process.pid}`;
  try {
    const handle = openSync(part, 'w', 0o600);
    try {
      writeSync(handle, `${JSON.stringify({ ...stop, steps: stop.steps.slice(-mostSteps) })}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

/** The stop after one more step of an operator. */
export function afterStep(
  before: EmergencyStop | null,
  { isStopped, by, at }: Pick<StopStep, 'isStopped' | 'by' | 'at'>,
): EmergencyStop {
  const next = { id: randomUUID(), at, isStopped, by: by.slice(0, mostByLength), isLogged: false };
  return { isStopped, steps: [...(before?.steps ?? []), next] };
}
