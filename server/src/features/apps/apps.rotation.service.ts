import type { App, OldTokens } from '@adwarden/contract/apps';
import { limits } from '@adwarden/contract/limits';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { type Clock, isoTime } from '../../kit/clock.ts';
import { newAuthToken } from '../../kit/ids.ts';
import { appInHand, appOf, readApp } from './apps.lookup.service.ts';
import { replaceTokens, tokensOf, updateApp } from './apps.store.ts';
import type { AppToken } from './apps.table.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * An app's tokens after a rotation at `at`: a new one, the current one good until `until`, and older ones no
 * longer than that (ADR 19); those that are over go, and the oldest when there would be more than the bound.
 */
export function rotated(tokens: AppToken[], at: number, until: number): AppToken[] {
  const old = tokens
    .map((token) => ({ ...token, until: Math.min(token.until ?? until, until) }))
    .filter((token) => token.until > at)
    .sort((a, b) => b.since - a.since);
  const fresh: AppToken = { token: newAuthToken(), since: at, until: null };
  return [fresh, ...old.slice(0, limits.appTokens - 1)];
}

/** Gives an app a new auth token; the one before stays good for some days, 0 ends it at once (design, section 4). */
export async function rotateToken(
  changeLog: ChangeLog,
  actor: Actor,
  appID: string,
  keepOldForDays: number,
): Promise<App & { oldTokenUntil: string }> {
  return changeLog(actor, async ({ tx, at, log }) => {
    const { snapshot } = await appInHand(tx, actor, appID);
    const until = at + keepOldForDays * dayMs;
    const row = { ...snapshot, tokens: rotated(snapshot.tokens, at, until) };
    const [version = 0] = await log({ entity: 'app', key: appID, action: 'rotate-token', row });
    await updateApp(tx, row, version, at);
    await replaceTokens(tx, row);
    return { ...(await readApp(tx, appID)), oldTokenUntil: isoTime(until) };
  });
}

/** When an old token ends; undefined for the current one and for one that is over at `at`. */
const goodUntil = ({ until }: AppToken, at: number): number | undefined =>
  until !== null && until > at ? until : undefined;

/** The tokens of an app that were rotated away and are still good, the latest first. */
export async function readOldTokens(
  db: Db,
  clock: Clock,
  actor: Actor,
  appID: string,
): Promise<OldTokens> {
  await appOf(db, actor, appID);
  const tokens = (await tokensOf(db, [appID])).get(appID) ?? [];
  const oldTokens = tokens.flatMap((token) => {
    const until = goodUntil(token, clock());
    return until === undefined ? [] : [{ since: isoTime(token.since), until: isoTime(until) }];
  });
  return { appID, oldTokens };
}

/** Ends all tokens of an app but the current one; when none is good any more, nothing is written. */
export async function revokeOldTokens(
  changeLog: ChangeLog,
  actor: Actor,
  appID: string,
): Promise<App> {
  return changeLog(actor, async ({ tx, at, log }) => {
    const { snapshot } = await appInHand(tx, actor, appID);
    if (snapshot.tokens.some((token) => goodUntil(token, at) !== undefined)) {
      const row = { ...snapshot, tokens: snapshot.tokens.filter(({ until }) => until === null) };
      const [version = 0] = await log({ entity: 'app', key: appID, action: 'revoke-tokens', row });
      await updateApp(tx, row, version, at);
      await replaceTokens(tx, row);
    }
    return readApp(tx, appID);
  });
}
