import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { countIn } from '../../db/counts.ts';
import { nowMs } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';

/** Returns the valid tokens of an app at a time, the present one first, then the replaced ones, newest first. */
export async function validTokens(db: Db, appID: string, now: number) {
  const tokens = await db
    .selectFrom('app_token')
    .select(['token', 'since', 'until'])
    .where('appID', '=', appID)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute();
  const isPresent = ({ until }: { until: number | null }) => (until === null ? 1 : 0);
  return tokens.sort((a, b) => isPresent(b) - isPresent(a) || b.since - a.since);
}

/** Returns the known facts of the replaced tokens of an app, ended ones included. */
export function replacedTokens(db: Db, appID: string) {
  return db
    .selectFrom('replaced_token')
    .select(['ending', 'digest', 'since', 'replacedAt', 'until'])
    .where('appID', '=', appID)
    .orderBy('since')
    .execute();
}

/** Counts the uses and refusals of the tokens of an app; `token` is the last four characters of one, '' if unknown. */
export function usesByToken(db: Db, appID: string, days: number[]) {
  return db
    .selectFrom('app_token_usage')
    .select([
      'day',
      'token',
      'country',
      countIn(sql.ref('requests')).as('requests'),
      countIn(sql.ref('refused')).as('refused'),
    ])
    .where('day', 'in', days)
    .where('appID', '=', appID)
    .execute();
}

/** Returns the time of the earliest last report among the edges that are silent now; null when none is. */
export async function silentSince(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('edge')
    .select(({ fn }) => fn.min<number | null>('lastSeenAt').as('at'))
    .where('lastSeenAt', '<', sql<number>`${nowMs} - ${sql.lit(limits.edges.silentSeconds * 1000)}`)
    .executeTakeFirstOrThrow();
  return row.at;
}
