import { dayOf } from '../kit/clock.ts';

/** The requests of a day (its first millisecond) from a country. */
export type TokenUse = { day: number; country: string; requests: number };

/** A token: its last four characters, and the time when it was made. */
type Token = { ending: string; since: number };

/**
 * Returns how often tokens of an app were used, by their last four characters (ADR 72). Requests counted without a token (`all`
 * less `counted`) count for the token that was present when the day began: nothing is counted by token for an app whose token was
 * never replaced, nor by nodes and edges of earlier versions. So the count of a token is never too low, and only that of the
 * newest one can be too high. `isComplete`: no request since the token was made is without its token.
 */
export function usesOfTokens({
  valid,
  replaced,
  all,
  counted,
  days,
}: {
  valid: { token: string; since: number; until: number | null }[];
  replaced: { ending: string; since: number; replacedAt: number }[];
  all: TokenUse[];
  counted: (TokenUse & { token: string })[];
  days: number[];
}): (ending: string) => { uses: TokenUse[]; isComplete: boolean } {
  const byEnding = new Map<string, Token>();
  for (const { ending, since } of replaced) byEnding.set(ending, { ending, since });
  for (const { token, since } of valid) {
    byEnding.set(token.slice(-4), { ending: token.slice(-4), since });
  }
  const tokens = [...byEnding.values()].sort((a, b) => a.since - b.since);
  const atBegin = (day: number) =>
    tokens.findLast(({ since }) => since <= day)?.ending ?? tokens[0]?.ending;
  const rest = withoutToken(all, counted);
  return (ending) => {
    const since = byEnding.get(ending)?.since ?? 0;
    const firstDay = dayOf(since);
    const uses = [
      ...counted.filter(({ token }) => token === ending),
      ...rest.filter(({ day }) => atBegin(day) === ending),
    ].filter(({ day, requests }) => requests > 0 && day >= firstDay);
    const isUnknown = counted.some(({ token, day }) => token === '' && day >= firstDay);
    const before = tokens.findLast((token) => token.since < since);
    const isCountedFromBegin =
      before === undefined ||
      !days.includes(firstDay) ||
      replaced.some((token) => token.ending === before.ending && token.replacedAt === since);
    return { uses, isComplete: !isUnknown && isCountedFromBegin };
  };
}

/** Returns the requests that have no token, by day and country. */
function withoutToken(all: TokenUse[], counted: TokenUse[]): TokenUse[] {
  const keyOf = ({ day, country }: TokenUse) => `${day} ${country}`;
  const byKey = Map.groupBy(counted, keyOf);
  return all.map((use) => {
    const known = byKey.get(keyOf(use)) ?? [];
    const sum = known.reduce((total, { requests }) => total + requests, 0);
    return { ...use, requests: Math.max(0, use.requests - sum) };
  });
}
