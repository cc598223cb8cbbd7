import type { LoggedWrite } from '../../../changes/change-log.ts';
import type { Actor } from '../../../http/actor.ts';
import { dayMs } from '../../../kit/clock.ts';
import { rotated } from '../tokens/apps.rotation.service.ts';
import {
  type AppOfMany,
  type BecameOfApp,
  changed,
  findEach,
  withVersions,
} from './apps.many.find.service.ts';
import { replaceTokensOfApps, updateApps } from './apps.many.store.ts';

/** Gives apps new tokens. The old ones stay valid for some days; 0 ends them at once (ADR 19). */
export async function rotateMany(
  write: LoggedWrite,
  actor: Actor,
  apps: AppOfMany[],
  keepOldForDays: number,
): Promise<Map<string, BecameOfApp>> {
  const { tx, at, log } = write;
  const { became, found } = await findEach(write, actor, apps);
  const until = at + keepOldForDays * dayMs;
  const edits = found.map(({ app: { snapshot: before } }) => ({
    before,
    row: { ...before, tokens: rotated(before.tokens, at, until) },
  }));
  const action = 'rotate-token' as const;
  const versions = await log(
    ...edits.map(({ row }) => ({ entity: 'app' as const, key: row.appID, action, row })),
  );
  const written = withVersions(edits, versions);
  await updateApps(tx, written, at);
  await replaceTokensOfApps(tx, written);
  for (const { row } of edits) became.set(row.appID, changed);
  return became;
}
