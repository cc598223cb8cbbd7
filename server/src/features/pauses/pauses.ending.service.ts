import type { Delivery } from '@adwarden/contract/delivery';
import { filledSlots } from '@adwarden/contract/findings/ad-unit-ids';
import type { DeliveredApp } from '@adwarden/contract/judge-delivery';
import { limits } from '@adwarden/contract/limits';
import { type NoAdsReason, noAdsReasons } from '@adwarden/contract/no-ads-reasons';
import type { PauseEnding } from '@adwarden/contract/pauses/pauses';
import type { Db } from '../../db/schema.ts';
import { adsRulesOf, codesIn } from '../../edits/apps.table.ts';
import { appsToCover, type CoveredApps, countApps } from '../../sight/pauses.store.ts';
import { appsCovered, otherPauses } from './pauses.store.ts';

/** Says what phones get of some apps, in the same order. */
export type DeliveriesOf = (apps: DeliveredApp[]) => Promise<Delivery[]>;

/** The number of apps that are read at once. */
const appsAtOnce = 500;

/** Judges what phones get of the covered apps, as if the pause with this id did not exist; '' for one that has not begun. */
export async function judgeCovered(
  db: Db,
  deliveriesOf: DeliveriesOf,
  covered: CoveredApps,
  pauseID = '',
): Promise<PauseEnding> {
  const apps = await countApps(covered);
  if (apps > limits.pauses.judged) return { apps, withAds: null, without: [] };
  const isPaused = await pausedByOthers(db, pauseID);
  const without = new Map<NoAdsReason, number>();
  let judged = 0;
  let after: string | null = '';
  while (after !== null) {
    const rows = await appsCovered(covered, { after, most: appsAtOnce });
    const deliveries = await deliveriesOf(
      rows.map((row) => ({
        appID: row.appID,
        rules: adsRulesOf(row, codesIn(row.countryCodes)),
        hasAdUnits: filledSlots(JSON.parse(row.adUnits)).length > 0,
        isPaused: isPaused?.(row) ?? false,
      })),
    );
    for (const { to, reason } of deliveries) {
      if (to === 'none' && reason) without.set(reason, (without.get(reason) ?? 0) + 1);
    }
    judged += rows.length;
    after = rows.length < appsAtOnce ? null : (rows.at(-1)?.appID ?? null);
  }
  const left = [...without.values()].reduce((sum, count) => sum + count, 0);
  return {
    apps: judged,
    withAds: judged - left,
    without: noAdsReasons.flatMap((reason) => {
      const count = without.get(reason);
      return count === undefined ? [] : [{ reason, apps: count }];
    }),
  };
}

/** Reads the active pauses once, and returns the function that says which of some apps they cover. */
export async function readPaused(db: Db) {
  const isPaused = await pausedByOthers(db, '');
  return async (appIDs: string[]): Promise<ReadonlySet<string>> => {
    if (!isPaused) return new Set();
    const covered = appsToCover(db, { scope: 'apps', key: '', appIDs });
    const apps = await appsCovered(covered, { after: '', most: appIDs.length });
    return new Set(apps.filter(isPaused).map(({ appID }) => appID));
  };
}

/**
 * Builds the test whether an app is covered by a pause other than this one and those that continue it; null without such a pause.
 */
async function pausedByOthers(db: Db, id: string) {
  const others = await otherPauses(db, id);
  if (others.length === 0) return null;
  const keys = new Set(others.map(({ scope, key }) => `${scope} ${key}`));
  return (app: { appID: string; accountKey: string; ownerId: string | null }) =>
    keys.has('all ') ||
    keys.has(`account ${app.accountKey}`) ||
    keys.has(`owner ${app.ownerId}`) ||
    keys.has(`app ${app.appID}`);
}
