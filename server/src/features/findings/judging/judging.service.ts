import { judgeFields } from '@adwarden/contract/findings/judge-fields';
import { type FindingSource, type Found, sourceOf } from '@adwarden/contract/findings/rules';
import type { Db, Tx } from '../../../db/schema.ts';
import { together } from '../../../db/together.ts';
import { findingsOf, replaceFindings } from '../findings.store.ts';
import type { FindingRow } from '../findings.table.ts';
import { compare, type Differences } from '../rules/compare.ts';
import { judgeEndedToken } from '../rules/ended-token.ts';
import { saidByFall } from '../rules/fall.ts';
import { judgeOthers } from '../rules/others.ts';
import { judgeTraffic, type Traffic } from '../rules/traffic.ts';
import { asJudged, type JudgedApp, judgedApps, offSince, readJudgedApps } from './apps.store.ts';
import { endedTokens } from './ended-tokens.store.ts';
import { differentFacts, type KnownOthers, writeFacts } from './facts.service.ts';
import { factsOfApps } from './facts.store.ts';
import { createFalls, type RequestsOf } from './falls.service.ts';
import { readOthers } from './others.service.ts';

const weekMs = 7 * 86_400_000;
/**
 * The most apps of a write in which halved ads and ended tokens are judged at once. A larger write waits for the next run, which
 * reads the log and the requests of a few apps at a time.
 */
const fewApps = 25;

/** Returns the traffic of those of the apps that have any; `now` is in epoch milliseconds. */
export type TrafficOf = (db: Db, appIDs: string[], now: number) => Promise<Map<string, Traffic>>;

const noTraffic: Traffic = { week: 0, before: 0, yesterday: 0, sameWeekdays: 0, recent: [] };

export type Judging = ReturnType<typeof createJudging>;

/** The facts about some apps before the rules run. */
type Question = {
  apps: JudgedApp[];
  now: number;
  /** The stored findings of these apps. */
  stored: Map<string, FindingRow[]>;
  /** Tells which apps are compared with others; the rest keep their findings of that kind. */
  isCompared: (appID: string) => boolean;
  /** Tells which apps are judged by their traffic; the rest keep their findings of that kind. */
  isCounted: (appID: string) => boolean;
  /** Also looks for changes that have halved the ads of these apps, and for tokens that ended while in use. */
  isOfFew: boolean;
  /** The facts about other apps that were read already. */
  known?: KnownOthers;
  /** All rules run, not only those that a write needs. */
  isWhole: boolean;
};

/** Builds the functions that judge apps by all rules. */
export function createJudging({
  trafficOf,
  requestsOf,
}: {
  trafficOf: TrafficOf;
  requestsOf: RequestsOf;
}) {
  const findFalls = createFalls({ requestsOf });

  /** Returns the findings in each of the apps. */
  async function findIn(db: Db, question: Question): Promise<Map<string, Found[]>> {
    const { apps, now, stored, isCompared, isCounted, isOfFew, known, isWhole } = question;
    const othersOf = await readOthers(
      db,
      apps.filter(({ appID }) => isCompared(appID)),
      'stored',
      known,
    );
    const counted = apps.filter(({ appID }) => isCounted(appID));
    const traffic = await trafficOf(
      db,
      counted.map(({ appID }) => appID),
      now,
    );
    const off = await offSince(db, mayBeOffSince(counted, now - weekMs), now - weekMs);
    const falls = isOfFew ? await findFalls(db, apps, stored, now) : null;
    const ended = isOfFew ? await endedTokens(db, apps, now) : null;
    const found = (app: JudgedApp): Found[] => {
      const { appID } = app;
      const offSince = off.get(appID) ?? null;
      const kept = (source: FindingSource) => keptOf(stored.get(appID) ?? [], source);
      const fall = falls?.get(appID);
      const ofTraffic = isCounted(appID)
        ? judgeTraffic({ ...app, offSince }, traffic.get(appID) ?? noTraffic, now)
        : kept('traffic');
      return [
        ...judgeFields({ ...app, hasOwner: app.ownerId !== null }).map((one) =>
          isWhole ? { ...one, since: began(one, app, stored.get(appID) ?? [], now) } : one,
        ),
        ...(isCompared(appID) ? judgeOthers(app, othersOf(app)) : kept('others')),
        ...(falls === null ? kept('traffic').filter(isOfFall) : fall ? [fall.found] : []),
        ...(ended === null
          ? kept('traffic').filter(isOfEnd)
          : judgeEndedToken(ended.get(appID), now)),
        ...ofTraffic.filter(
          (one) =>
            !isOfFall(one) && !isOfEnd(one) && !(fall && saidByFall[fall.reason] === one.rule),
        ),
      ];
    };
    return new Map(apps.map((app) => [app.appID, found(app)]));
  }

  /** Compares the stored findings of these apps with the new ones; an app that does not exist has none. */
  async function differences(
    db: Db,
    appIDs: string[],
    question: Pick<Question, 'apps' | 'now' | 'known'> & { rows: FindingRow[] },
    isCompared: Question['isCompared'],
    { isWhole = false, isAlone = false },
  ): Promise<Differences[]> {
    if (appIDs.length === 0) return [];
    const stored = Map.groupBy(question.rows, ({ appID }) => appID);
    const hasTraffic = (appID: string) =>
      stored.get(appID)?.some(({ rule }) => sourceOf(rule) === 'traffic') ?? false;
    const isCounted = (appID: string) => isWhole || hasTraffic(appID);
    const isOfFew = isWhole || (!isAlone && appIDs.length <= fewApps);
    const more = { stored, isCompared, isCounted, isOfFew, isWhole };
    const found = await findIn(db, { ...question, ...more });
    return appIDs.map((appID) =>
      compare(appID, stored.get(appID) ?? [], found.get(appID) ?? [], question.now),
    );
  }

  /**
   * Judges these apps and stores the findings, also in other apps that share a changed fact, up to a limit. Findings of apps that
   * do not exist are deleted. `tx` must hold the writers' turn.
   *
   * `isWhole`: by all rules. Otherwise an app is compared with others only if its facts have changed, and its traffic can only
   * end findings about traffic. `isAlone`: no app is compared with others, and the facts by which others find it stay as they
   * were.
   */
  async function store(
    tx: Tx,
    appIDs: string[],
    now: number,
    { isWhole = false, isAlone = false },
  ): Promise<void> {
    if (appIDs.length === 0) return;
    const [judged, before, rows] = await together(tx, (send) =>
      Promise.all([
        send(judgedApps(tx, appIDs, now).compile()),
        isAlone ? [] : send(factsOfApps(tx, appIDs).compile()),
        send(findingsOf(tx, appIDs).compile()),
      ]),
    );
    const apps = judged.map(asJudged);
    const written = isAlone ? noOtherApps : await writeFacts(tx, { appIDs, apps, before });
    const { changedIn, peers, known } = written;
    if (peers.length > 0) {
      const [peersJudged, peersRows] = await together(tx, (send) =>
        Promise.all([
          send(judgedApps(tx, peers, now).compile()),
          send(findingsOf(tx, peers).compile()),
        ]),
      );
      apps.push(...peersJudged.map(asJudged));
      rows.push(...peersRows);
    }
    const compared = new Set([...changedIn, ...peers]);
    const isCompared = (appID: string) => isWhole || compared.has(appID);
    const question = { apps, now, known, rows };
    const how = { isWhole, isAlone };
    const all = await differences(tx, [...appIDs, ...peers], question, isCompared, how);
    await replaceFindings(tx, {
      gone: all.flatMap(({ gone }) => gone),
      fresh: all.flatMap(({ fresh }) => fresh),
    });
  }

  return {
    /** Judges apps that were just written. */
    judgeWritten: (tx: Tx, appIDs: string[], now: number) => store(tx, appIDs, now, {}),

    /** Judges apps that were just written, without comparing them with others; the next run of all rules does that. */
    judgeAlone: (tx: Tx, appIDs: string[], now: number) =>
      store(tx, appIDs, now, { isAlone: true }),

    /** Judges apps by all rules. */
    judge: (tx: Tx, appIDs: string[], now: number) => store(tx, appIDs, now, { isWhole: true }),

    /** Returns those of the apps for which `judge` would write something. Only reads. */
    async outdated(db: Db, appIDs: string[], now: number): Promise<string[]> {
      if (appIDs.length === 0) return [];
      const apps = await readJudgedApps(db, appIDs, now);
      const facts = await factsOfApps(db, appIDs).execute();
      const rows = await findingsOf(db, appIDs).execute();
      const changed = new Set(differentFacts(facts, apps).map(({ appID }) => appID));
      const question = { apps, now, rows };
      const all = await differences(db, appIDs, question, () => true, { isWhole: true });
      return appIDs.filter((appID, index) => {
        const { gone = [], fresh = [] } = all[index] ?? {};
        return changed.has(appID) || gone.length + fresh.length > 0;
      });
    },

    /** Returns the findings in each of these apps if they were like this, without those about traffic. */
    async imagine(db: Db, apps: JudgedApp[]): Promise<Found[][]> {
      const othersOf = await readOthers(db, apps, 'imagined');
      return apps.map((app) => [
        ...judgeFields({ ...app, hasOwner: app.ownerId !== null }),
        ...judgeOthers(app, othersOf(app)),
      ]);
    },
  };
}

/** The rules that also depend on countries and on the VPN API key, which change without the app. */
const notOnlyOfApp: ReadonlySet<Found['rule']> = new Set([
  'ip-rules-without-effect',
  'countries-without-effect',
]);

/**
 * Returns the time since when a finding about the app's own fields holds that a run finds first (a rule is new, or a large batch
 * wrote the app): the app's last edit. A finding of a write holds since the write.
 */
function began(found: Found, { updatedAt }: JudgedApp, stored: FindingRow[], now: number): number {
  const { rule, field, facts } = found;
  if (notOnlyOfApp.has(rule)) return now;
  const isKnown = stored.some(
    (one) => one.rule === rule && one.field === field && one.facts === facts,
  );
  return isKnown ? now : updatedAt;
}

const isOfEnd = ({ rule }: Pick<Found, 'rule'>) => rule === 'ended-token-in-use';
const isOfFall = ({ rule }: Pick<Found, 'rule'>) => rule === 'fewer-ads-after-change';

/** The result of `writeFacts` when no app is compared with others. */
const noOtherApps = {
  changedIn: [],
  peers: [],
  known: { holders: new Map(), accounts: new Map() },
};

/** Returns the stored findings of rules that do not run again. */
function keptOf(stored: FindingRow[], source: FindingSource): Found[] {
  return stored
    .filter(({ rule }) => sourceOf(rule) === source)
    .map(({ rule, field, detail, facts, apps }) => ({
      rule,
      field,
      detail,
      facts,
      apps: apps === '' ? [] : apps.split(' '),
    }));
}

/** Returns the apps that may have been live with ads off since `from`: those that are so now, and that are old enough. */
function mayBeOffSince(apps: JudgedApp[], from: number): string[] {
  return apps
    .filter(
      ({ appStatus, adsStatus, createdAt }) =>
        appStatus === 'live' && adsStatus === 'off' && createdAt <= from,
    )
    .map(({ appID }) => appID);
}
