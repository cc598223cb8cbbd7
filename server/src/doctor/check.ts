import { checkStates, type SystemCheck } from '@adwarden/contract/doctor';
import type { CheckName } from './list.ts';

/** A check, by its name in the list of all that is looked at. */
export type Check = SystemCheck & { name: CheckName };

export const fine = (name: CheckName, what: string): Check => ({
  ...{ name, state: 'ok', what, why: '', todo: '' },
});

/** What is wrong and what to do, in one line. */
export const lineOf = ({ what, todo }: Check): string =>
  `${/[.?]$/.test(what) ? what : `${what}.`} ${todo}`;

/** How many bytes in words that people compare: `41.2 GB`, `350 MB`. */
export const inWords = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;

/** The worst first; those of the same state in the order in which they were made. */
export const worstFirst = (checks: Check[]): Check[] =>
  checks.toSorted(
    (one, other) => checkStates.indexOf(one.state) - checkStates.indexOf(other.state),
  );
