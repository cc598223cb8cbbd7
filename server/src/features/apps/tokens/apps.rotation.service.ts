import type { OldTokens } from '@adwarden/contract/apps';
import type { Db } from '../../../db/schema.ts';
import { tokensOf } from '../../../edits/apps.store.ts';
import { goodUntil } from '../../../edits/tokens.policy.ts';
import type { Actor } from '../../../http/actor.ts';
import { type Clock, isoTime } from '../../../kit/clock.ts';
import { appOf } from '../apps.lookup.service.ts';

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
