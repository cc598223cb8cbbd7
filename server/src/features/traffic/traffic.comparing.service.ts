import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import {
  type ComparedBy,
  type ComparedCount,
  comparedBy,
  comparedCounts,
} from '@adwarden/contract/traffic/comparison';
import type { Db } from '../../db/schema.ts';
import { dayMs, dayOf } from '../../kit/clock.ts';
import { rangesOf } from './traffic.chunks.ts';
import * as store from './traffic.comparison.store.ts';
import {
  createComparing,
  type Difference,
  type Differences,
  type Sums,
} from './traffic.differences.ts';
import { keptFrom } from './traffic.range.policy.ts';
import { type Compared, comparable, daysAndWeeks } from './traffic.weeks.policy.ts';

/** A number of days, the count that is compared, and the weeks to compare them with. */
export type Plan = { days: number; of: ComparedCount; compared: Compared };

/** Plans the comparisons up to a day, with the weeks in which all apps were counted. */
export async function planComparisons(
  db: Db,
  day: number,
  wanted: readonly { days: number; of: ComparedCount }[],
): Promise<Plan[]> {
  const all = daysAndWeeks(day, Math.max(...wanted.map(({ days }) => days)));
  const [firstDay, totals] = await Promise.all([
    store.firstStoredDay(db),
    store.dayTotals(db, [...all.days, ...all.weeks.flat()]),
  ]);
  return wanted.map(({ days, of }) => {
    const compared = daysAndWeeks(day, days);
    return { days, of, compared: comparable(compared, of, totals, firstDay ?? day) };
  });
}

/** The result of a plan, by one kind of key. */
export type Found = { plan: Plan; by: ComparedBy; differences: Differences };

/**
 * Carries out plans over some apps, given in chunks; other work comes between these. Null when `isOver` stopped it. `whole` has
 * the requests of all these apps that exist, for each plan.
 */
export async function compare(
  db: Db,
  plans: readonly Plan[],
  {
    chunks,
    bys,
    isOver,
  }: { chunks: store.Apps[]; bys: readonly ComparedBy[]; isOver: () => boolean },
): Promise<{ found: Found[]; accounts: Map<string, string>; whole: Sums[] } | null> {
  const days = weightsOf(plans);
  const ofs = plans.flatMap(({ of }) => [of, of]);
  const accounts = new Map<string, string>();
  const whole = plans.map((): Sums => ({ now: 0, before: 0 }));
  const work = plans.flatMap((plan, place) =>
    bys.map((by) => ({
      plan,
      by,
      place,
      comparing: createComparing(by, plan.compared.weeks.length),
    })),
  );
  const isNeeded = plans.some(({ compared }) => compared.weeks.length > 0);
  for (const apps of isNeeded ? chunks : []) {
    if (isOver()) return null;
    const [sums, belongings] = await Promise.all([
      store.sumsOfApps(db, apps, days, ofs),
      store.belongings(db, apps),
    ]);
    const known = new Map(belongings.map((one) => [one.appID, one]));
    for (const { accountKey, accountName } of belongings) accounts.set(accountKey, accountName);
    for (const { appID, sums: all } of sums) {
      if (!known.has(appID)) continue;
      for (const [place, sum] of whole.entries()) {
        sum.now += all[2 * place] ?? 0;
        sum.before += all[2 * place + 1] ?? 0;
      }
    }
    for (const { place, comparing } of work) {
      comparing.add(
        sums.map(({ appID, country, sums: all }) => {
          const { ownerId = '', accountKey = '' } = known.get(appID) ?? {};
          const [now = 0, before = 0] = all.slice(2 * place);
          return { appID, country, ownerId, accountKey, now, before };
        }),
      );
    }
    if (chunks.length > 1) await pause(pauseMs);
  }
  const found = work.map(({ plan, by, comparing }) => ({
    plan,
    by,
    differences: comparing.largest(),
  }));
  return { found, accounts, whole };
}

/** Builds two sums for each plan: of its days, and of all days of its weeks. */
function weightsOf(plans: readonly Plan[]): store.DayWeights[] {
  const days = [
    ...new Set(plans.flatMap(({ compared }) => [...compared.days, ...compared.weeks.flat()])),
  ];
  return days.map((day) => ({
    day,
    weights: plans.flatMap(({ compared: { days: now, weeks } }) => [
      now.includes(day) ? 1 : 0,
      weeks.some((week) => week.includes(day)) ? 1 : 0,
    ]),
  }));
}

/** The number of apps that are read at once: with 35 days of each, a statement takes some milliseconds. */
export const appsAtOnce = 200;
const pauseMs = 5;

/** A difference with its name. */
export type NamedDifference = Difference & { name: string };

/** Compares a day, and the week up to it, by everything, and stores the results. */
async function compareDay(db: Db, day: number, isOver: () => boolean): Promise<void> {
  const wanted = limits.traffic.comparedDays.flatMap((days) =>
    comparedCounts.map((of) => ({ days, of })),
  );
  const plans = await planComparisons(db, day, wanted);
  const done = await compare(db, plans, {
    chunks: rangesOf(await store.countApps(db), appsAtOnce),
    bys: comparedBy,
    isOver,
  });
  if (!done) return;
  const rows = [];
  for (const { plan, by, differences } of done.found) {
    const nameOf = await namesFor(db, by, differences, done.accounts);
    const withNames = (some: Difference[]) =>
      some.map((one) => ({ ...one, name: nameOf(one.key) }));
    const { days, of, compared } = plan;
    rows.push({
      day,
      days,
      by,
      of,
      weeks: compared.weeks.length,
      differences: JSON.stringify({
        increases: withNames(differences.increases),
        decreases: withNames(differences.decreases),
      }),
    });
  }
  await store.storeComparisons(db, rows);
}

/** Returns the names of the keys of differences; deleted things have their last name in the log. */
async function namesFor(
  db: Db,
  by: ComparedBy,
  { increases, decreases }: Differences,
  accounts: Map<string, string>,
): Promise<(key: string) => string> {
  const keys = [...increases, ...decreases].map(({ key }) => key);
  if (by === 'country') return (key) => key;
  if (by === 'account') return (key) => accounts.get(key) ?? key;
  const names = await store.namesOf(db, by, keys);
  const gone = await store.lastNames(
    db,
    by === 'app' ? 'app' : 'user',
    keys.filter((key) => !names.has(key)),
  );
  return (key) => names.get(key) ?? gone.get(key) ?? key;
}

/** Compares the complete days before `now` (epoch ms) that are not compared yet, and yesterday again: some usage comes late. */
export async function compareDays(
  db: Db,
  { now, trafficDays }: { now: number; trafficDays: number },
  isOver: () => boolean = () => false,
): Promise<void> {
  const yesterday = dayOf(now) - dayMs;
  await compareDay(db, yesterday, isOver);
  const known = await store.comparedDays(db);
  const first = Math.max(
    (await store.firstStoredDay(db)) ?? yesterday,
    keptFrom('day', now, trafficDays),
  );
  for (let day = yesterday - dayMs; day > first && !isOver(); day -= dayMs) {
    if (!known.has(day)) await compareDay(db, day, isOver);
  }
}
