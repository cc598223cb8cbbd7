import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { resolvesWithin } from './kit/within.ts';

/*
 * The emergency stop of one machine (`npm run admin -- pause-all`): no phone that asks this machine gets ads, whatever the
 * database does. A file beside the last good ads keeps it over restarts. The supervisor reads and writes it, so nothing
 * here may hold up a process: the disk may hang.
 */

export const emergencyStopFile = (dataDir: string): string => join(dataDir, 'ads.stopped');
/** Returns the file that only the office writes, so that it never writes an older stop over a newer one. */
const loggedFile = (dataDir: string): string => `${emergencyStopFile(dataDir)}-logged`;

/** A step of an operator, at `at` in epoch milliseconds of this machine. */
const step = z.object({ id: z.string(), at: z.number(), isStopped: z.boolean(), by: z.string() });
const stored = z.object({ isStopped: z.boolean(), steps: z.array(step) });
export type StopStep = z.infer<typeof step>;
export type EmergencyStop = z.infer<typeof stored>;

/** The most steps that are kept for the log of changes; older ones are forgotten. */
const mostSteps = 100;
const mostByLength = 100;
/** The time limit for the disk: one that needs longer counts as one that does not answer. */
const withinMs = 5_000;

/** Unfinished work on files, by its name. On a disk that hangs, each takes a thread for ever: so one at a time. */
const underWay = new Set<string>();
const noAnswer = 'its disk does not answer';

async function inTime<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (underWay.has(name)) throw new Error(noAnswer);
  underWay.add(name);
  const working = work().finally(() => underWay.delete(name));
  if (!(await resolvesWithin(working, withinMs))) throw new Error(noAnswer);
  return working;
}

/** Reads the text of a file; null without it. */
async function textOf(file: string): Promise<string | null> {
  try {
    return await inTime(`read ${file}`, () => readFile(file, 'utf8'));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A folder that may not be entered has no last good ads either.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Writes a file as a whole, and throws when it is not on the disk within 5 s. */
const writeWhole = (file: string, text: string): Promise<void> =>
  inTime(`write ${file}`, () => replace(file, text));

async function replace(file: string, text: string): Promise<void> {
  const part = `${file}.${process.pid}`;
  try {
    const handle = await open(part, 'w', 0o600);
    try {
      await handle.writeFile(`${text}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** Reads the file; null without it. Throws when it cannot be read or understood. */
export async function readEmergencyStop(dataDir: string): Promise<EmergencyStop | null> {
  const text = await textOf(emergencyStopFile(dataDir));
  return text === null ? null : stored.parse(JSON.parse(text));
}

/** Writes the file. Throws when it is not on the disk within 5 s. */
export function writeEmergencyStop(dataDir: string, stop: EmergencyStop): Promise<void> {
  return writeWhole(emergencyStopFile(dataDir), JSON.stringify(stop));
}

/** Reads the ids of the steps that are in the log of changes. */
export async function readLoggedSteps(dataDir: string): Promise<Set<string>> {
  const text = await textOf(loggedFile(dataDir));
  return new Set(text === null ? [] : z.array(z.string()).parse(JSON.parse(text)));
}

export const writeLoggedSteps = (dataDir: string, ids: readonly string[]): Promise<void> =>
  writeWhole(loggedFile(dataDir), JSON.stringify(ids));

/** Returns the stop after one more step of an operator. */
export function afterStep(
  before: EmergencyStop | null,
  { isStopped, by, at }: Pick<StopStep, 'isStopped' | 'by' | 'at'>,
): EmergencyStop {
  const next = { id: randomUUID(), at, isStopped, by: by.slice(0, mostByLength) };
  return { isStopped, steps: [...(before?.steps ?? []), next].slice(-mostSteps) };
}
