import { limits } from '@adwarden/contract/limits';
import { dayMs } from '../kit/clock.ts';
import { newAuthToken } from '../kit/ids.ts';
import type { AppToken } from './apps.table.ts';
import type { Edit } from './edits.table.ts';

/**
 * Returns an app's tokens after a rotation at `at`: a new one, the previous one valid until `until`, and older ones valid until
 * then at most (ADR 19). Expired tokens are dropped, and the oldest ones when there would be too many.
 */
export function rotated(tokens: AppToken[], at: number, until: number): AppToken[] {
  const old = tokens
    .map((token) => ({ ...token, until: Math.min(token.until ?? until, until) }))
    .filter((token) => token.until > at)
    .sort((a, b) => b.since - a.since);
  const fresh: AppToken = { token: newAuthToken(), since: at, until: null };
  return [fresh, ...old.slice(0, limits.appTokens - 1)];
}

/** Returns when an old token expires; undefined for the current token, and for one that has expired at `at`. */
export const goodUntil = ({ until }: AppToken, at: number): number | undefined =>
  until !== null && until > at ? until : undefined;

/** Builds the edit that gives an app a new token. The old ones stay valid for some days; 0 ends them at once (ADR 19). */
export const rotation = (keepOldForDays: number) =>
  ({
    kind: 'tokens',
    action: 'rotate-token',
    tokensOf: (tokens, at) => rotated(tokens, at, at + keepOldForDays * dayMs),
  }) satisfies Omit<Edit & { kind: 'tokens' }, 'appID'>;

/**
 * Builds the edit that ends the old token whose validity began at `since`; it changes nothing when that token is not valid any
 * more.
 */
export const endOfToken = (since: number) =>
  ({
    kind: 'tokens',
    action: 'revoke-tokens',
    tokensOf: (tokens, at) => {
      const isEnded = (token: AppToken) =>
        token.since === since && goodUntil(token, at) !== undefined;
      return tokens.some(isEnded) ? tokens.filter((token) => !isEnded(token)) : tokens;
    },
  }) satisfies Omit<Edit & { kind: 'tokens' }, 'appID'>;

/** The edit that ends all old tokens of an app; it changes nothing when none is valid any more. */
export const revocation = {
  kind: 'tokens',
  action: 'revoke-tokens',
  tokensOf: (tokens, at) =>
    tokens.some((token) => goodUntil(token, at) !== undefined)
      ? tokens.filter(({ until }) => until === null)
      : tokens,
} satisfies Omit<Edit & { kind: 'tokens' }, 'appID'>;
