import type { SaidFinding } from '@adwarden/contract/findings/findings';
import { type Found, severityOf } from '@adwarden/contract/findings/rules';
import type { Db } from '../../db/schema.ts';
import { hasVpnKey } from '../../edits/settings.store.ts';
import type { Actor } from '../../http/actor.ts';
import type { Clock } from '../../kit/clock.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { changedApp, newApp, type TypedValues } from './findings.imagined.policy.ts';
import { namesOf } from './findings.list.store.ts';
import { presentFound } from './findings.present.ts';
import { findingsOf } from './findings.store.ts';
import { keyOf, rankOf } from './findings.table.ts';
import { readJudgedApps } from './judging/apps.store.ts';
import type { Judging } from './judging/judging.service.ts';

/** An app with the wanted values by field; a new app has '' as its ID. */
export type ChangedApp = { appID: string; changes: TypedValues };

/** The number of apps that are judged at once: other requests wait while the rules run. */
const appsAtOnce = 25;

/**
 * Builds the function that judges a change of several apps: it returns the new findings in each, errors first, and none in an app
 * that the actor does not see. The apps are compared with each other as they would be, in groups of 25, and with all other apps
 * as they are.
 */
export function createJudgeChanged({
  db,
  clock,
  imagine,
}: Pick<Judging, 'imagine'> & { db: Db; clock: Clock }) {
  async function judgeSome(actor: Actor, all: ChangedApp[]): Promise<SaidFinding[][]> {
    const now = clock();
    const appIDs = all.map(({ appID }) => appID).filter((appID) => appID !== '');
    const read = appIDs.length > 0 ? await readJudgedApps(db, appIDs, now) : [];
    const byID = new Map(read.filter((app) => seesApp(actor, app)).map((app) => [app.appID, app]));
    const apps = all.filter(({ appID }) => appID === '' || byID.has(appID));
    const blank = { ...newApp, hasVpnKey: await hasVpnKey(db), createdAt: now, updatedAt: now };
    const found = await imagine(
      db,
      // Each new app gets an ID of its own, so that two of them can be compared.
      apps.map(({ appID, changes }, index) =>
        changedApp(byID.get(appID) ?? { ...blank, appID: `new ${index}` }, changes),
      ),
    );
    const stored = appIDs.length > 0 ? await findingsOf(db, appIDs).execute() : [];
    const known = new Set(stored.map(keyOf));
    const fresh = found.map((list, index) => {
      const appID = apps[index]?.appID ?? '';
      return list.filter(({ rule, field }) => !known.has(keyOf({ appID, rule, field })));
    });
    const otherApps = [...new Set(fresh.flat().flatMap(({ apps: others = [] }) => others))];
    const names = await namesOf(db, otherApps);
    const said = new Map(
      apps.map((app, index) => [
        app,
        (fresh[index] ?? []).toSorted(worstFirst).map((one) => presentFound(actor, one, names)),
      ]),
    );
    return all.map((app) => said.get(app) ?? []);
  }

  return async (actor: Actor, apps: ChangedApp[]): Promise<SaidFinding[][]> => {
    const all: SaidFinding[][] = [];
    for (let start = 0; start < apps.length; start += appsAtOnce) {
      all.push(...(await judgeSome(actor, apps.slice(start, start + appsAtOnce))));
    }
    return all;
  };
}

const worstFirst = (a: Found, b: Found) => rankOf(severityOf(a.rule)) - rankOf(severityOf(b.rule));
