import type { AppToken } from './apps.table.ts';

/** A token that is not the current one any more; of one that has ended `until` is past. */
export type ReplacedToken = { token: string; since: number; replacedAt: number; until: number };

/** Returns the tokens of an app that are replaced after a change of its tokens at `at`, with those that the change ended. */
export function replacedTokens(before: AppToken[], after: AppToken[], at: number): ReplacedToken[] {
  const later = new Map(after.map((token) => [token.token, token]));
  const ended = before.filter(({ token }) => !later.has(token));
  const all = [...after, ...ended].sort((a, b) => b.since - a.since);
  return all.flatMap(({ token, since, until }, place) => {
    const kept = later.get(token);
    if (kept?.until === null) return [];
    const replacedAt = all[place - 1]?.since ?? at;
    return [{ token, since, replacedAt, until: kept?.until ?? Math.min(until ?? at, at) }];
  });
}
