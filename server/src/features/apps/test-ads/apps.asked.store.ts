import { limits } from '@adwarden/contract/limits';
import { z } from 'zod';
import type { Db } from '../../../db/schema.ts';

/** Lists the replaced tokens of an app, ended ones included; `token` is the digest. */
export function replacedTokens(db: Db, appID: string) {
  return db
    .selectFrom('replaced_token')
    .select(['digest as token', 'ending', 'until'])
    .where('appID', '=', appID)
    .orderBy('replacedAt', 'desc')
    .execute();
}

const columns = ['app.appID', 'app.appName', 'app.ownerId'] as const;

export const appWithID = (db: Db, appID: string) =>
  db.selectFrom('app').select(columns).where('appID', '=', appID).executeTakeFirst();

/** Finds the app that has a token now, current or old. */
export const appWithToken = (db: Db, token: string) =>
  db
    .selectFrom('app_token')
    .innerJoin('app', 'app.appID', 'app_token.appID')
    .select(columns)
    .where('app_token.token', '=', token)
    .executeTakeFirst();

/** The number of log entries of an app that are searched. */
const mostEntries = 50;
const tokensInRow = z.object({
  tokens: z.array(z.object({ token: z.string(), until: z.number().nullable() })).default([]),
});

/**
 * Finds a token that versions before migration 0033 have replaced, with its end, in the newest entries of the app's log;
 * undefined for none.
 */
export async function tokenInLog(db: Db, appID: string, token: string) {
  if (token.length > limits.text.id) return undefined;
  const entries = await db
    .selectFrom('change')
    .select(['at', 'row'])
    .where('entity', '=', 'app')
    .where('key', '=', appID)
    .orderBy('seq', 'desc')
    .limit(mostEntries)
    .execute();
  let endedAt: number | null = null;
  for (const { at, row } of entries) {
    const { data } = tokensInRow.safeParse(JSON.parse(row));
    const found = data?.tokens.find((one) => one.token === token);
    if (found) {
      const until = Math.min(found.until ?? Number.POSITIVE_INFINITY, endedAt ?? at);
      return { token, ending: token.slice(-4), until };
    }
    endedAt = at;
  }
  return undefined;
}
