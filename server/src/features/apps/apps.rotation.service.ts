import type { App } from '@adwarden/contract/apps';
import { limits } from '@adwarden/contract/limits';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Actor } from '../../http/actor.ts';
import { isoTime } from '../../kit/clock.ts';
import { newAuthToken } from '../../kit/ids.ts';
import { appInHand, readApp } from './apps.lookup.service.ts';
import { replaceTokens, updateApp } from './apps.store.ts';
import type { AppToken } from './apps.table.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * An app's tokens after a rotation at `at`: a new one, the current one good until `until`, and older
 * ones as they were; those that are over go, and the oldest when there would be more than the bound.
 */
export function rotated(tokens: AppToken[], at: number, until: number): AppToken[] {
  const old = tokens
    .map((token) => ({ ...token, until: token.until ?? until }))
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
