import { limits } from '@adwarden/contract/limits';
import type { TokenUses, tokenUsesAnswer } from '@adwarden/contract/traffic/tokens';
import type { z } from 'zod';
import { believedNow } from '../../db/kept-time.ts';
import type { Db } from '../../db/schema.ts';
import { type TokenUse, usesOfTokens } from '../../db/token-counts.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import {
  type Clock,
  dayMs,
  dayOf,
  hourMs,
  hourOf,
  isoTime,
  isoTimeOrNull,
  lastDays,
} from '../../kit/clock.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { countedSteps, findApp } from './traffic.store.ts';
import * as store from './traffic.tokens.store.ts';

export type ReadTokenUses = ReturnType<typeof createTokenUses>;

/** Builds the function that counts the uses of each valid token of an app; 404 for an app that the actor does not see. */
export function createTokenUses({ db, clock }: { db: Db; clock: Clock }) {
  return async (actor: Actor, appID: string): Promise<z.infer<typeof tokenUsesAnswer>['data']> => {
    const app = await findApp(db, appID);
    if (!app || !seesApp(actor, app)) throw notFound('Application');
    const days = lastDays(clock(), limits.kept.tokenUses.days);
    const time = await believedNow(db);
    const [valid, replaced, all, hours, counted, silentSince] = await Promise.all([
      store.validTokens(db, appID, time),
      store.replacedTokens(db, appID),
      countedSteps(db, 'day', appID, days),
      countedSteps(db, 'hour', appID, hoursUntil(clock())),
      store.usesByToken(db, appID, days),
      store.silentSince(db),
    ]);
    const requests = all.map(({ time, ...rest }) => ({ day: time, ...rest }));
    const usesOf = usesOfTokens({ valid, replaced, all: requests, counted, days });
    return {
      appID,
      tokens: valid.map(({ token, since, until }) => {
        const ending = token.slice(-4);
        const { uses, isComplete } = usesOf(ending);
        return {
          token: ending,
          since: isoTime(since),
          until: isoTimeOrNull(until),
          isComplete: isComplete && silentSince === null,
          ...sumsOf(
            uses,
            days.filter((day) => day >= dayOf(since)),
          ),
        };
      }),
      missingSince: isoTimeOrNull(silentSince),
      refused: {
        requests: all.reduce((sum, { wrongToken }) => sum + wrongToken, 0),
        lastAt: isoTimeOrNull(lastRefusal(hours)),
        ended: replaced
          .filter(({ until }) => until <= time)
          .map(({ ending, until }) => ({
            token: ending,
            endedAt: isoTime(until),
            requests: counted
              .filter(({ token }) => token === ending)
              .reduce((sum, { refused }) => sum + refused, 0),
          }))
          .filter(({ requests }) => requests > 0)
          .sort((a, b) => (a.endedAt < b.endedAt ? 1 : -1)),
      },
    };
  };
}

/** Returns the hours that are kept, up to the current one at `now`. */
const hoursUntil = (now: number): number[] =>
  Array.from(
    { length: (limits.kept.usageHours.days * dayMs) / hourMs },
    (_, index) => hourOf(now) - index * hourMs,
  );

/** Returns the last hour in which a request was refused; null for none. */
function lastRefusal(hours: { time: number; wrongToken: number }[]): number | null {
  const times = hours.filter(({ wrongToken }) => wrongToken > 0).map(({ time }) => time);
  return times.length === 0 ? null : Math.max(...times);
}

function sumsOf(
  uses: TokenUse[],
  days: number[],
): Pick<TokenUses, 'requests' | 'days' | 'countries'> {
  const sum = (some: TokenUse[] = []) => some.reduce((all, { requests }) => all + requests, 0);
  const byDay = Map.groupBy(uses, ({ day }) => day);
  const byCountry = Map.groupBy(uses, ({ country }) => country);
  return {
    requests: sum(uses),
    days: days.map((day) => ({
      day: isoTime(day).slice(0, 10),
      requests: sum(byDay.get(day)),
    })),
    countries: [...byCountry]
      .map(([country, some]) => ({ country, requests: sum(some) }))
      .filter(({ requests }) => requests > 0)
      .sort((a, b) => b.requests - a.requests || (a.country < b.country ? -1 : 1)),
  };
}
