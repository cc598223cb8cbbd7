import { filledSlots } from '@adwarden/contract/findings/ad-unit-ids';
import type { RequestsByCountry } from '@adwarden/contract/impact';
import type { AdsRules } from '@adwarden/contract/judge';
import type { Db } from '../../../db/schema.ts';
import { adsRulesOf } from '../../../edits/apps.table.ts';
import { dayMs, dayOf, lastDays } from '../../../kit/clock.ts';
import type { FindingRow } from '../findings.table.ts';
import { type Fall, judgeFall, type RulesChange } from '../rules/fall.ts';
import type { JudgedApp } from './apps.store.ts';
import { changesOfRules } from './rule-changes.store.ts';

/** Returns the requests of those of the apps that have any on some days, without paused requests. */
export type RequestsOf = (
  db: Db,
  appIDs: string[],
  days: number[],
) => Promise<Map<string, RequestsByCountry>>;

/** The days of requests that are read, and the greatest age in days of a change that is reported for the first time. */
const days = 30;
/** The number of apps whose entries are read at once. */
const appsAtOnce = 10;

/** Returns the rules that decide the ads of an app. */
export const rulesOf = (app: JudgedApp): AdsRules => adsRulesOf(app, app.countryCodes);

/** Tells whether some phones may get no ads by the fields of an app; nothing is read of the others. */
const turnsOff = (app: JudgedApp): boolean =>
  app.appStatus === 'suspend' ||
  app.adsStatus === 'off' ||
  (app.ipAddress === 'on' && (app.hasCountries || app.hasVpnKey));

/**
 * Builds the search for apps whose ads a change has halved. A finding stays, however old, until the rules let these phones have
 * ads again: a person confirms that it was wanted by muting it.
 */
export function createFalls({ requestsOf }: { requestsOf: RequestsOf }) {
  async function fallOf(
    db: Db,
    app: JudgedApp,
    changes: RulesChange[],
    now: number,
  ): Promise<Fall | null> {
    const read = new Map<number, ReturnType<RequestsOf>>();
    const usageSince = async (from: number) => {
      const usage = read.get(from) ?? requestsOf(db, [app.appID], daysSince(from, now));
      read.set(from, usage);
      return (await usage).get(app.appID) ?? [];
    };
    const rules = rulesOf(app);
    const judged = new Set<string>();
    for (const change of changes) {
      // While the IP rules were off, the server looked up neither countries nor VPNs.
      const isFirstLook = rules.ipAddress === 'on' && change.before.ipAddress !== 'on';
      const from = isFirstLook ? dayOf(change.at) : 0;
      const key = JSON.stringify([change.before, from]);
      if (judged.has(key)) continue;
      judged.add(key);
      const fall = judgeFall(rules, change, await usageSince(from));
      if (fall) return fall;
    }
    return null;
  }

  async function changesOf(db: Db, apps: JudgedApp[], known: Map<string, FindingRow>, now: number) {
    const recent = now - days * dayMs;
    const changes = await changesOfRules(db, apps, recent);
    for (const app of apps) {
      const row = known.get(app.appID);
      if (!row || row.since >= recent) continue;
      const all = (await changesOfRules(db, [app], row.since)).get(app.appID) ?? [];
      const isTold = ({ at, seq }: RulesChange) => at >= recent || seq === Number(row.facts);
      changes.set(app.appID, all.filter(isTold));
    }
    return changes;
  }

  /** Returns the falls of those of the apps that have one; `stored` are their findings. */
  return async (
    db: Db,
    apps: JudgedApp[],
    stored: ReadonlyMap<string, FindingRow[]>,
    now: number,
  ): Promise<Map<string, Fall>> => {
    const asked = apps.filter((app) => turnsOff(app) && filledSlots(app).length > 0);
    const known = new Map(
      asked.flatMap(({ appID }) => {
        const row = stored.get(appID)?.find(({ rule }) => rule === 'fewer-ads-after-change');
        return row ? [[appID, row] as const] : [];
      }),
    );
    const falls = new Map<string, Fall>();
    for (let start = 0; start < asked.length; start += appsAtOnce) {
      const some = asked.slice(start, start + appsAtOnce);
      const changes = await changesOf(db, some, known, now);
      for (const app of some) {
        const fall = await fallOf(db, app, changes.get(app.appID) ?? [], now);
        if (fall) falls.set(app.appID, fall);
      }
    }
    return falls;
  };
}

/**
 * Returns the last 30 complete days, beginning with `from` or later. Today is included only while there is no other day:
 * otherwise the text would be rewritten every hour.
 */
function daysSince(from: number, now: number): number[] {
  const wanted = lastDays(now - dayMs, days).filter((day) => day >= from);
  return wanted.length > 0 ? wanted : [dayOf(now)];
}
