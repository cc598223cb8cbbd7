import type { App, OldTokens } from '@adwarden/contract/apps';
import { limits } from '@adwarden/contract/limits';
import type { ChangeLog } from '../../../changes/change-log.ts';
import type { Db } from '../../../db/schema.ts';
import type { Actor } from '../../../http/actor.ts';
import { type Clock, dayMs, isoTime } from '../../../kit/clock.ts';
import { newAuthToken } from '../../../kit/ids.ts';
import { appOf, loadEditableApp, readApp } from '../apps.lookup.service.ts';
import { replaceTokens, tokensOf, updateApp } from '../apps.store.ts';
import type { AppToken } from '../apps.table.ts';

/**
 * An app's tokens after a rotation at `at`: a new one, the previous one valid until `until`, and older ones valid
 * until then at most (ADR 19). Expired tokens are dropped, and the oldest ones when there would be too many.
 */
export function rotated(tokens: AppToken[], at: number, until: number): AppToken[] {
  const old = tokens
    .map((token) => ({ ...token, until: Math.min(token.until ?? until, until) }))
    .filter((token) => token.until > at)
    .sort((a, b) => b.since - a.since);
  const fresh: AppToken = { token: newAuthToken(), since: at, until: null };
  return [fresh, ...old.slice(0, limits.appTokens - 1)];
}

/** Gives an app a new auth token. The previous one stays valid for some days; 0 ends it at once (ADR 19). */
export async function rotateToken(
  changeLog: ChangeLog,
  actor: Actor,
  appID: string,
  keepOldForDays: number,
): Promise<App & { oldTokenUntil: string }> {
  return changeLog(actor, async ({ tx, at, log }) => {
    const { snapshot } = await loadEditableApp(tx, actor, appID);
    const until = at + keepOldForDays * dayMs;
    const row = { ...snapshot, tokens: rotated(snapshot.tokens, at, until) };
    const [version = 0] = await log({ entity: 'app', key: appID, action: 'rotate-token', row });
    await updateApp(tx, row, version, at);
    await replaceTokens(tx, row);
    return { ...(await readApp(tx, appID)), oldTokenUntil: isoTime(until) };
  });
}

/** When an old token expires; undefined for the current token, and for one that has expired at `at`. */
const goodUntil = ({ until }: AppToken, at: number): number | undefined =>
  until !== null && until > at ? until : undefined;

/** The old tokens of an app that are still valid, the newest first. */
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

/** Ends all old tokens of an app; writes nothing when none is valid any more. */
export async function revokeOldTokens(
  changeLog: ChangeLog,
  actor: Actor,
  appID: string,
): Promise<App> {
  return changeLog(actor, async ({ tx, at, log }) => {
    const { snapshot } = await loadEditableApp(tx, actor, appID);
    if (snapshot.tokens.some((token) => goodUntil(token, at) !== undefined)) {
      const row = { ...snapshot, tokens: snapshot.tokens.filter(({ until }) => until === null) };
      const [version = 0] = await log({ entity: 'app', key: appID, action: 'revoke-tokens', row });
      await updateApp(tx, row, version, at);
      await replaceTokens(tx, row);
    }
    return readApp(tx, appID);
  });
}
