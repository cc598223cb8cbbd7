import { checkStates, type SystemCheck } from '@adwarden/contract/doctor';
import { type KeptBackup, keptBackups } from '../backups/kept-backups.ts';
import { resolvesWithin } from '../kit/within.ts';
import type { CheckName } from './list.ts';

/** A check, with its name in the list of all checks. */
export type Check = SystemCheck & { name: CheckName };

/** Every question has this limit, and all are asked at the same time: the doctor ends within 5 s whatever hangs. */
export const questionMs = 2_500;
export const inTimeWords = `within ${questionMs / 1000} s`;

/** Returns the checks that a question gives, or `late` when it does not answer in time. */
export async function inTime(
  question: Promise<Check[]>,
  late: () => Check[] = () => [],
): Promise<Check[]> {
  return (await resolvesWithin(question, questionMs)) ? question : late();
}

/** The time limit of the folder of the backups within a check that has to end in time itself. */
const foldersMs = 1_000;

/** Finds the newest backup that is not of the future: 'late' when the folder does not answer, which has a check of its own. */
export async function newestBackup(
  folder: string,
  { id, now }: { id: string; now: number },
): Promise<KeptBackup | null | 'late'> {
  const listing = keptBackups(folder, id);
  if (!(await resolvesWithin(listing, foldersMs))) return 'late';
  return (await listing).find(({ at }) => at <= now) ?? null;
}

export const fine = (name: CheckName, what: string): Check => ({
  name,
  state: 'ok',
  what,
  why: '',
  todo: '',
});

/** Says in one line what is wrong and what to do. */
export const lineOf = ({ what, todo }: Check): string =>
  `${/[.?]$/.test(what) ? what : `${what}.`} ${todo}`;

/** Writes a number of bytes so that people can compare it: `41.2 GB`, `350 MB`. */
export const inWords = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;

/** Sorts the worst first; checks of the same state keep their order. */
export const worstFirst = (checks: Check[]): Check[] =>
  checks.toSorted(
    (one, other) => checkStates.indexOf(one.state) - checkStates.indexOf(other.state),
  );
