import type { AppStatus, OnOff } from '@adwarden/contract/apps';
import { type AdsRules, judge } from '@adwarden/contract/judge';
import { limits } from '@adwarden/contract/limits';
import type { Db } from '../../db/schema.ts';
import { countedIn, type UsageSum } from '../../features/usage/usage.counted.ts';
import { addUsage } from '../../features/usage/usage.store.ts';
import { dayMs, hourMs, hourOf, lastDays } from '../../kit/clock.ts';
import { isMistake, oddTrafficOf } from './mistakes.ts';
import type { RandomValues } from './random.ts';

/** The rules of an app from a time on; null when it was deleted. */
type State = { at: number; rules: AdsRules | null };
type Period = { from: number; to: number };
type App = {
  appID: string;
  appName: string;
  states: State[];
  pauses: Period[];
  /** A token that was replaced at a time. */
  old: { ending: string; since: number } | null;
};
/** The habits of an app's phones: requests on a usual day, their countries, and the share that already holds the answer. */
type Habits = { app: App; usual: number; callers: string[]; held: number };

/** Factors by weekday (more requests on weekends) and by hour. */
const weekdays = [1.25, 0.95, 0.9, 0.92, 0.97, 1.1, 1.3];
const hours = Array.from(
  { length: 24 },
  (_, hour) => 1 + 0.6 * Math.sin(((hour - 13) / 12) * Math.PI),
);

/** Reads the rules of each app over time from the log; deleted apps, too. */
async function readApps(db: Db): Promise<App[]> {
  const apps = new Map<string, App>();
  const entries = await db
    .selectFrom('change')
    .select(['at', 'entity', 'key', 'action', 'row'])
    .where('entity', 'in', ['app', 'app-configuration'])
    .orderBy('seq')
    .execute();
  for (const { at, entity, key: appID, action, row } of entries) {
    const said = JSON.parse(row);
    const app = apps.get(appID) ?? { appID, appName: '', states: [], pauses: [], old: null };
    apps.set(appID, app);
    const before = app.states.at(-1)?.rules;
    const isGone = action === 'delete';
    if (entity === 'app') {
      const { appStatus, adsStatus, ipAddress } = said as Record<string, string>;
      const countries = before?.countries ?? [];
      const rules = {
        appStatus: appStatus as AppStatus,
        countries,
        adsStatus: adsStatus as OnOff,
        ipAddress: ipAddress as OnOff,
      };
      app.appName = said.appName;
      app.states.push({ at, rules: isGone ? null : rules });
    } else if (before) {
      const codes = isGone ? [] : (said.countryCodes as string).split(',');
      app.states.push({ at, rules: { ...before, countries: codes } });
    }
  }
  for (const { key, createdAt, endedAt } of await db
    .selectFrom('pause')
    .select(['key', 'createdAt', 'endedAt'])
    .execute()) {
    apps.get(key)?.pauses.push({ from: createdAt, to: endedAt ?? Number.POSITIVE_INFINITY });
  }
  const tokens = await db
    .selectFrom('app_token as old')
    .innerJoin('app_token as next', 'next.appID', 'old.appID')
    .select(['old.appID', 'old.token', 'next.since'])
    .where('old.until', 'is not', null)
    .where('next.until', 'is', null)
    .execute();
  for (const { appID, token, since } of tokens) {
    const app = apps.get(appID);
    if (app) app.old = { ending: token.slice(-4), since };
  }
  return [...apps.values()];
}

function habitsOf(app: App, draw: RandomValues): Habits {
  const last = app.states.findLast(({ rules }) => rules)?.rules;
  const isQuiet = last?.appStatus === 'in-develop' && !isMistake(app.appName);
  const fromAnywhere = ['US', 'IN', 'DE', 'BR', 'ID', 'GB', 'MX'];
  return {
    app,
    usual: isQuiet ? 3 : 40 * 2 ** draw.below(9),
    callers: oddTrafficOf(app.appName).callers ?? fromAnywhere,
    held: 0.2 + draw.below(25) / 100,
  };
}

/** Returns the requests for an app within a time of this length, with their outcomes. */
function requestsIn(
  { app, usual, callers, held }: Habits,
  { from, length, now }: { from: number; length: number; now: number },
  draw: RandomValues,
): UsageSum[] {
  const middle = from + length / 2;
  const rules = app.states.findLast(({ at }) => at <= middle)?.rules;
  if (!rules || from > now) return [];
  const { times, oldTokens = 0.05, wrongTokens } = oddTrafficOf(app.appName);
  const daysAgo = Math.floor(now / dayMs) - Math.floor(from / dayMs);
  const rhythm =
    (weekdays[new Date(from).getUTCDay()] ?? 1) *
    (length === dayMs ? 1 : (hours[new Date(from).getUTCHours()] ?? 1)) *
    (1.1 - (0.4 * daysAgo) / limits.kept.usage.days);
  const shareOfTime = Math.min(length, now - from) / dayMs;
  const all = usual * rhythm * shareOfTime * (times?.(daysAgo) ?? 1);
  const covering = app.pauses.some((pause) => pause.from <= middle && middle < pause.to)
    ? [{ until: null }]
    : [];
  const countries = rules.ipAddress === 'on' ? callers : [''];
  return countries.flatMap((country, rank): UsageSum[] => {
    const requests = Math.round((all * (85 + draw.below(30))) / 100 / (rank + 1));
    const notModified = Math.round(requests * held);
    const { reason } = judge(rules, covering, { country: country || null, vpn: null }, 0);
    const outcome = reason ?? 'on';
    const isOld = app.old !== null && app.old.since <= middle;
    const old = isOld ? Math.round((requests - notModified) * oldTokens) : 0;
    const wrong = wrongTokens
      ? Math.round(requests * wrongTokens)
      : draw.chance(0.1)
        ? draw.below(1 + requests / 20)
        : 0;
    const sums: UsageSum[] = [
      [app.appID, country, outcome, requests - old, notModified],
      [app.appID, country, outcome, old, 0, app.old?.ending ?? ''],
      [app.appID, '', 'wrong-token', wrong, 0],
    ];
    return sums.filter(([, , , count]) => count > 0);
  });
}

/** Writes the requests for all apps until `now` (epoch ms), as far back as they are kept: by days, and the last ones by hours. */
export async function writeUsage(db: Db, { now, draw }: { now: number; draw: RandomValues }) {
  const apps = (await readApps(db)).map((app) => habitsOf(app, draw));
  const sumsOf = (from: number, length: number) =>
    apps.flatMap((habits) => requestsIn(habits, { from, length, now }, draw));
  const firstHour = hourOf(now) - limits.kept.usageHours.days * dayMs;
  await db.transaction().execute(async (tx) => {
    for (const day of lastDays(now, limits.kept.usage.days)) {
      if (day + dayMs <= firstHour) {
        const counted = countedIn({ hour: day, sums: sumsOf(day, dayMs) }, now);
        await addUsage(tx, { ...counted, hour: null });
        continue;
      }
      for (let hour = day; hour < day + dayMs; hour += hourMs) {
        const sums = sumsOf(hour, hourMs);
        if (sums.length === 0) continue;
        const counted = countedIn({ hour, sums }, now);
        await addUsage(tx, hour < firstHour ? { ...counted, hour: null } : counted);
      }
    }
  });
}
