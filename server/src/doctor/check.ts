/**
 * One thing that was looked at. `note`: worth knowing. `warning`: works, and will hurt. `error`: does not work. `why` and
 * `todo` are '' when all is well.
 */
export type Check = {
  name: string;
  state: 'ok' | 'note' | 'warning' | 'error';
  what: string;
  why: string;
  todo: string;
};

export const fine = (name: string, what: string): Check => ({
  ...{ name, state: 'ok', what, why: '', todo: '' },
});

/** What is wrong and what to do, in one line. */
export const lineOf = ({ what, todo }: Check): string =>
  `${/[.?]$/.test(what) ? what : `${what}.`} ${todo}`;

/** How many bytes in words that people compare: `41.2 GB`, `350 MB`. */
export const inWords = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;

export const count = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : several}`;
