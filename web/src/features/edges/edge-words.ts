import type { EdgeState } from '@adwarden/contract/edges';

/** The state of an edge in a word, and what its colour means. */
export const edgeStateTones = {
  following: 'success',
  silent: 'warning',
} as const satisfies Record<EdgeState, string>;

/** For how long ads may be old: '0.2 s', '45 s', '12 min'; '–' while it is not known. */
export function lagInWords(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 119_500) return `${Math.round(ms / 1000)} s`;
  return `${Math.round(ms / 60_000).toLocaleString('en')} min`;
}
