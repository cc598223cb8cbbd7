import { judgeFields } from '@adwarden/contract/findings/judge-fields';
import type { Found } from '@adwarden/contract/findings/rules';
import type { Db, Tx } from '../../../db/schema.ts';
import { deleteFindings, findingsOf, insertFindings } from '../findings.store.ts';
import { compare, type Differences } from '../rules/compare.ts';
import { judgeOthers } from '../rules/others.ts';
import { judgeTraffic, type Traffic } from '../rules/traffic.ts';
import { hasVpnKey, type JudgedApp, offSince, readJudgedApps } from './apps.store.ts';
import { differentFacts, writeFacts } from './facts.service.ts';
import { factsOfApps } from './facts.store.ts';
import { readOthers } from './others.service.ts';

const weekMs = 7 * 86_400_000;

/** The traffic of those of the apps that have any; `now` is in epoch milliseconds. */
export type TrafficOf = (db: Db, appIDs: string[], now: number) => Promise<Map<string, Traffic>>;

const noTraffic: Traffic = { week: 0, before: 0, yesterday: 0, sameWeekdays: 0, recent: [] };

export type Judging = ReturnType<typeof createJudging>;

/** Builds what judges apps by all rules. */
export function createJudging({ trafficOf }: { trafficOf: TrafficOf }) {
  /** What the rules find in each of these apps, in the order of the apps. */
  async function judgeAll(db: Db, apps: JudgedApp[], now: number): Promise<Found[][]> {
    if (apps.length === 0) return [];
    const appIDs = apps.map(({ appID }) => appID);
    const vpnKey = await hasVpnKey(db);
    const othersOf = await readOthers(db, apps, 'stored');
    const traffic = await trafficOf(db, appIDs, now);
    const off = await offSince(db, appIDs.filter(mayBeOffFor(apps, now - weekMs)), now - weekMs);
    return apps.map((app) => [
      ...judgeFields({ ...app, hasOwner: app.ownerId !== null, hasVpnKey: vpnKey }),
      ...judgeOthers(app, othersOf(app)),
      ...judgeTraffic(
        { ...app, isOffForWeek: off.has(app.appID) },
        traffic.get(app.appID) ?? noTraffic,
        now,
      ),
    ]);
  }

  /** How the stored findings of these apps differ from what the rules find now. */
  async function differences(db: Db, appIDs: string[], apps: JudgedApp[], now: number) {
    const found = await judgeAll(db, apps, now);
    const foundIn = new Map(apps.map(({ appID }, index) => [appID, found[index] ?? []]));
    const stored = Map.groupBy(await findingsOf(db, appIDs), ({ appID }) => appID);
    return appIDs.map((appID) =>
      compare(appID, stored.get(appID) ?? [], foundIn.get(appID) ?? [], now),
    );
  }

  return {
    /**
     * Judges these apps, and stores what is found: also for other apps whose findings depend on what has changed in
     * them, up to a limit. Findings of apps that do not exist are deleted. `tx` must have the turn of the writers.
     */
    async judge(tx: Tx, appIDs: string[], now: number): Promise<void> {
      if (appIDs.length === 0) return;
      const apps = await readJudgedApps(tx, appIDs, now);
      const peers = await writeFacts(tx, appIDs, apps);
      const peerApps = peers.length > 0 ? await readJudgedApps(tx, peers, now) : [];
      const all = await differences(tx, [...appIDs, ...peers], [...apps, ...peerApps], now);
      await deleteFindings(
        tx,
        all.flatMap(({ gone }) => gone),
      );
      await insertFindings(
        tx,
        all.flatMap(({ fresh }) => fresh),
      );
    },

    /** Those of the apps for which `judge` would write something. Only reads. */
    async outdated(db: Db, appIDs: string[], now: number): Promise<string[]> {
      const apps = await readJudgedApps(db, appIDs, now);
      const facts = await factsOfApps(db, appIDs);
      const changed = new Set(differentFacts(facts, apps).map(({ appID }) => appID));
      const all = await differences(db, appIDs, apps, now);
      const isOutdated = ({ gone, fresh }: Differences) => gone.length + fresh.length > 0;
      return appIDs.filter(
        (appID, index) => changed.has(appID) || isOutdated(all[index] ?? { gone: [], fresh: [] }),
      );
    },

    /** What the rules would find in an app if it were like this; without those about traffic. */
    async imagine(db: Db, app: JudgedApp): Promise<Found[]> {
      const othersOf = await readOthers(db, [app], 'imagined');
      const vpnKey = await hasVpnKey(db);
      return [
        ...judgeFields({ ...app, hasOwner: app.ownerId !== null, hasVpnKey: vpnKey }),
        ...judgeOthers(app, othersOf(app)),
      ];
    },
  };
}

/** Only live apps whose ads are off now, and that are old enough, may have been so for long. */
function mayBeOffFor(apps: JudgedApp[], from: number) {
  const may = new Set(
    apps
      .filter(
        ({ appStatus, adsStatus, createdAt }) =>
          appStatus === 'live' && adsStatus === 'off' && createdAt <= from,
      )
      .map(({ appID }) => appID),
  );
  return (appID: string) => may.has(appID);
}
