import { sql } from 'kysely';
import { countIn } from '../../db/counts.ts';
import type { Db } from '../../db/schema.ts';

/** The valid tokens of an app at a time, the present one first, then the newest ones that were replaced. */
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

/** How often the replaced tokens of an app were used; `token` is the last four characters of one. */
export function replacedTokenUses(db: Db, appID: string, days: number[]) {
  return db
    .selectFrom('app_token_usage')
    .select(['day', 'token', 'country', countIn(sql.ref('requests')).as('requests')])
    .where('day', 'in', days)
    .where('appID', '=', appID)
    .execute();
}
