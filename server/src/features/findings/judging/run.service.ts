import { setTimeout as pause } from 'node:timers/promises';
import type { FindingRule, Found } from '@adwarden/contract/findings/rules';
import { takeWriteTurn } from '../../../db/commit-order.ts';
import { doubtOf, readTime } from '../../../db/kept-time.ts';
import { databaseNow } from '../../../db/now.ts';
import type { Db } from '../../../db/schema.ts';
import type { ReadInstallation } from '../../../installation.ts';
import type { Job } from '../../../jobs/job.ts';
import { dayMs, hourMs } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { RequiredFactor } from '../../../people/required-factor.ts';
import { findingsOf, replaceFindings } from '../findings.store.ts';
import { type FindingRow, installation as noApp } from '../findings.table.ts';
import { findLackingSites } from '../rules/app-ads.ts';
import { findDoubtedClock } from '../rules/clock.ts';
import { compare } from '../rules/compare.ts';
import { findSilentEdges } from '../rules/edges.ts';
import { hereRules } from '../rules/here.ts';
import { findInInstallation } from '../rules/installation.ts';
import { findUnsentMail } from '../rules/mail.ts';
import { findLastWithoutCodes, findPasswordsAlone } from '../rules/second-factors.ts';
import { findOffWebhooks } from '../rules/webhooks.ts';
import { appsAfter, deletedApps } from './apps.store.ts';
import type { Judging } from './judging.service.ts';
import {
  countRestoredChanges,
  lackingSites,
  offWebhooks,
  seenEdges,
  signingAdmins,
  unsentMail,
} from './run.store.ts';

/** The number of apps whose findings are compared at a time, with pauses: other calls of the office wait while the rules run. */
const appsAtOnce = 100;
/** The number of apps judged in one transaction: writers wait for it. */
const judgedAtOnce = 25;
const pauseMs = 25;
/** The waits of a run while a large batch runs: one second at a time, at most one hour in all. */
const waits = { eachMs: 1000, allMs: hourMs };
/** Milliseconds between two looks: at the surroundings, and whether the next run is due. */
const lookMs = 300_000;
/** The rules that run at each look, because they cost one small query each. */
const outsideRules: ReadonlySet<string> = new Set<FindingRule>([
  ...(['clock-not-believed', 'edge-silent', 'webhook-off', 'mail-not-sent'] as const),
  ...(['second-factor-not-required', 'last-recovery-code-used'] as const),
]);
const siteRule: FindingRule = 'app-ads-lacks-lines';

export type RunDeps = {
  db: Db;
  judging: Pick<Judging, 'judge' | 'outdated'>;
  /** Reads the state of the installation; the counts are those since the last call. */
  installation: () => ReadInstallation;
  /** Who must have a second factor. */
  required: RequiredFactor;
  /** Tells whether a large batch changes apps now. The run waits for its end, because both take turns in writing. */
  isBatchRunning: () => Promise<boolean>;
  /** Writes the requests by which findings are sorted; `isOver` stops it early. */
  writeRequests: (now: number, isOver: () => boolean) => Promise<void>;
};

/**
 * Judges every app, and writes the changed findings. `isOver` stops it early. Returns the number of apps whose findings differed
 * from the stored ones.
 */
export async function judgeApps(
  { db, judging, isBatchRunning }: Pick<RunDeps, 'db' | 'judging' | 'isBatchRunning'>,
  now: number,
  isOver: () => boolean = () => false,
): Promise<number> {
  let count = 0;
  let waitedMs = 0;
  let after = { accountKey: '', appID: '' };
  while (!isOver()) {
    if (waitedMs < waits.allMs && (await isBatchRunning())) {
      await pause(waits.eachMs);
      waitedMs += waits.eachMs;
      continue;
    }
    const apps = await appsAfter(db, after, appsAtOnce);
    const outdated = await judging.outdated(
      db,
      apps.map(({ appID }) => appID),
      now,
    );
    for (let from = 0; from < outdated.length; from += judgedAtOnce) {
      await judgeInTurn(db, judging, outdated.slice(from, from + judgedAtOnce), now);
    }
    count += outdated.length;
    const last = apps.at(-1);
    if (!last || apps.length < appsAtOnce) break;
    after = last;
    await pause(pauseMs);
  }
  while (!isOver()) {
    const deleted = await deletedApps(db, now - dayMs, judgedAtOnce);
    await judgeInTurn(db, judging, deleted, now);
    count += deleted.length;
    if (deleted.length < judgedAtOnce) break;
    await pause(pauseMs);
  }
  return count;
}

async function judgeInTurn(
  db: Db,
  { judge }: RunDeps['judging'],
  appIDs: string[],
  now: number,
): Promise<void> {
  if (appIDs.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    await judge(tx, appIDs, now);
  });
}

/** Judges the installation, and writes the changed findings. */
export async function judgeInstallation(
  { db, installation }: Pick<RunDeps, 'db' | 'installation'>,
  now: number,
): Promise<void> {
  const restoredChanges = await countRestoredChanges(db);
  const found = findInInstallation({ ...installation(), restoredChanges }, now);
  await storeFound(
    db,
    found,
    now,
    ({ rule }) => !outsideRules.has(rule) && !hereRules.has(rule) && rule !== siteRule,
  );
}

/**
 * Judges the surroundings of this server (its clock, edges, webhooks, mails, and how administrators sign in), and writes the changed
 * findings. `required`: who must have a second factor.
 */
export async function judgeOutside(db: Db, required: RequiredFactor): Promise<void> {
  const { now, kept } = await readTime(db);
  const admins = await signingAdmins(db);
  const found = [
    ...(kept ? findDoubtedClock(doubtOf(kept, now), now, kept.minute) : []),
    ...findSilentEdges(await seenEdges(db), now),
    ...findOffWebhooks(await offWebhooks(db)),
    ...findUnsentMail(await unsentMail(db, now - hourMs)),
    ...findPasswordsAlone(admins, required),
    ...findLastWithoutCodes(admins),
  ];
  await storeFound(db, found, now, ({ rule }) => outsideRules.has(rule));
}

/** Judges the sites of accounts by their last checks, and writes the changed findings. */
export async function judgeSites(db: Db): Promise<void> {
  const found = findLackingSites(await lackingSites(db));
  await storeFound(db, found, await databaseNow(db), ({ rule }) => rule === siteRule);
}

/** Writes the changes of the findings about the installation, among the stored ones for which `isJudged` is true. */
export async function storeFound(
  db: Db,
  found: Found[],
  now: number,
  isJudged: (stored: FindingRow) => boolean,
): Promise<void> {
  const differences = async (at: Db) => {
    const stored = await findingsOf(at, [noApp]).execute();
    const judged = stored.filter(isJudged);
    return compare(noApp, judged, found, now);
  };
  const { gone, fresh } = await differences(db);
  if (gone.length + fresh.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    await replaceFindings(tx, await differences(tx));
  });
}

/**
 * The jobs that judge: everything within a minute after the start, then every hour, on one node; and edges, webhooks, mails, sites
 * and sign-ins of administrators every five minutes, by every node.
 */
export function judgeJobs(deps: RunDeps, logger: Logger): Job[] {
  let isFirst = true;
  return [
    {
      name: 'findings of surroundings',
      everyMs: lookMs,
      on: 'each node',
      needs: [],
      async work() {
        // In the first seconds after a start, edges may not have come back to this office yet.
        if (!isFirst) await judgeOutside(deps.db, deps.required);
        isFirst = false;
        await judgeSites(deps.db);
      },
      words: {
        failing: 'judging edges, webhooks, mails and sites failed',
        again: 'edges, webhooks, mails and sites are judged again',
      },
    },
    {
      name: 'findings',
      everyMs: hourMs,
      on: 'findingsRunAt',
      gapMs: hourMs,
      // The node that made the last run may have ended.
      lookMs,
      isDoneAtStart: true,
      needs: [],
      async work({ now, isOver }) {
        await judgeInstallation(deps, now);
        await deps.writeRequests(now, isOver);
        const apps = await judgeApps(deps, now, isOver);
        if (apps > 0) logger.info({ apps }, 'judged all apps: some have other findings');
      },
      words: { failing: 'judging all apps failed', again: 'all apps are judged again' },
    },
  ];
}
