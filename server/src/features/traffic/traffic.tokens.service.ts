import { limits } from '@adwarden/contract/limits';
import type { TokenUses } from '@adwarden/contract/traffic/tokens';
import { believedNow } from '../../db/kept-time.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import { type Clock, dayOf, isoTime, isoTimeOrNull, lastDays } from '../../kit/clock.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { countedSteps, findApp } from './traffic.store.ts';
import * as store from './traffic.tokens.store.ts';

export type ReadTokenUses = ReturnType<typeof createTokenUses>;

type Use = { day: number; country: string; requests: number };

/** Builds what says how often each valid token of an app was used; 404 for an app that the actor does not see. */
export function createTokenUses({ db, clock }: { db: Db; clock: Clock }) {
  return async (actor: Actor, appID: string): Promise<{ appID: string; tokens: TokenUses[] }> => {
    const app = await findApp(db, appID);
    if (!app || !seesApp(actor, app)) throw notFound('Application');
    const now = clock();
    const days = lastDays(now, limits.kept.tokenUses.days);
    const [tokens, all, replaced] = await Promise.all([
      believedNow(db).then((time) => store.validTokens(db, appID, time)),
      countedSteps(db, 'day', appID, days),
      store.replacedTokenUses(db, appID, days),
    ]);
    // The present token is not counted apart (ADR 56): its uses are all but those of replaced ones.
    const present: Use[] = [
      ...all.map(({ time, country, requests }) => ({ day: time, country, requests })),
      ...replaced.map((use) => ({ ...use, requests: -use.requests })),
    ];
    return {
      appID,
      tokens: tokens.map(({ token, since, until }, place) => {
        const ending = token.slice(-4);
        const uses = until === null ? present : replaced.filter((use) => use.token === ending);
        const countedSince = until === null ? since : (tokens[place - 1]?.since ?? since);
        return {
          ...{ token: ending, since: isoTime(since) },
          until: isoTimeOrNull(until),
          ...sumsOf(
            uses,
            days.filter((day) => day >= dayOf(countedSince)),
          ),
        };
      }),
    };
  };
}

function sumsOf(uses: Use[], days: number[]): Pick<TokenUses, 'requests' | 'days' | 'countries'> {
  const counted = uses.filter(({ day }) => days.includes(day));
  const sum = (some: Use[] = []) => some.reduce((all, { requests }) => all + requests, 0);
  const byDay = Map.groupBy(counted, ({ day }) => day);
  const byCountry = Map.groupBy(counted, ({ country }) => country);
  return {
    requests: sum(counted),
    days: days.map((day) => ({
      ...{ day: isoTime(day).slice(0, 10), requests: sum(byDay.get(day)) },
    })),
    countries: [...byCountry]
      .map(([country, some]) => ({ country, requests: sum(some) }))
      .filter(({ requests }) => requests > 0)
      .sort((a, b) => b.requests - a.requests || (a.country < b.country ? -1 : 1)),
  };
}
