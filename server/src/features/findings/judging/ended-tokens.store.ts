import { sql } from 'kysely';
import { countIn, sumOfCounts } from '../../../db/counts.ts';
import type { Db } from '../../../db/schema.ts';
import { usesOfTokens } from '../../../db/token-counts.ts';
import { dayMs, dayOf } from '../../../kit/clock.ts';
import type { EndedToken } from '../rules/ended-token.ts';
import type { JudgedApp } from './apps.store.ts';

/** Returns the token of each app that ended last, if that was recently. It reads app by app: pass only a few. */
export async function endedTokens(
  db: Db,
  apps: Pick<JudgedApp, 'appID' | 'endedTokenAt'>[],
  now: number,
): Promise<Map<string, EndedToken>> {
  const tokens = new Map<string, EndedToken>();
  for (const { appID, endedTokenAt: endedAt } of apps) {
    const token = endedAt === null ? null : await endedTokenOf(db, { appID, endedAt, now });
    if (token) tokens.set(appID, token);
  }
  return tokens;
}

/** Returns the token of an app that ended last, and its use by phones. `endedAt` and `now` are in epoch milliseconds. */
async function endedTokenOf(
  db: Db,
  { appID, endedAt, now }: { appID: string; endedAt: number; now: number },
): Promise<EndedToken | null> {
  const today = dayOf(now);
  const lastDays = [dayOf(endedAt) - dayMs, dayOf(endedAt)];
  const days = [...new Set([...lastDays, today - dayMs, today])];
  const replaced = await db
    .selectFrom('replaced_token')
    .select(['ending', 'since', 'replacedAt', 'until'])
    .where('appID', '=', appID)
    .execute();
  const valid = await db
    .selectFrom('app_token')
    .select(['token', 'since', 'until'])
    .where('appID', '=', appID)
    .execute();
  const all = await db
    .selectFrom('app_usage')
    .select([
      'day',
      'country',
      sumOfCounts(sql`${countIn(sql.ref('ok'))} + ${countIn(sql.ref('notModified'))}`).as(
        'requests',
      ),
    ])
    .where('day', 'in', days)
    .where('appID', '=', appID)
    .groupBy(['day', 'country'])
    .execute();
  const counted = await db
    .selectFrom('app_token_usage')
    .select([
      ...(['day', 'token', 'country'] as const),
      countIn(sql.ref('requests')).as('requests'),
      countIn(sql.ref('refused')).as('refused'),
    ])
    .where('day', 'in', days)
    .where('appID', '=', appID)
    .execute();
  const usesOf = usesOfTokens({ valid, replaced, all, counted, days });
  const sum = (some: { day: number; requests: number }[]) =>
    some.reduce((total, { day, requests }) => total + (lastDays.includes(day) ? requests : 0), 0);
  // A rotation may end several tokens at once.
  const ended = replaced
    .filter(({ until }) => until === endedAt)
    .map(({ ending, until }) => ({
      ending,
      until,
      requests: sum(usesOf(ending).uses),
      refused: counted.reduce(
        (total, { token, day, refused }) =>
          total + (token === ending && day >= today - dayMs ? refused : 0),
        0,
      ),
    }))
    .sort((a, b) => b.requests + b.refused - (a.requests + a.refused));
  const [most] = ended;
  if (!most) return null;
  return {
    ...most,
    all: sum(all),
    answered: all.reduce(
      (total, { day, requests }) => total + (day >= today - dayMs ? requests : 0),
      0,
    ),
  };
}
