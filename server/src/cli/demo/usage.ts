import { limits } from '@adwarden/contract/limits';
import type { Db } from '../../db/schema.ts';
import { addUsage } from '../../features/usage/usage.store.ts';
import { lastDays, type UsageSum } from '../../features/usage/usage.table.ts';
import { isMistake, reshapeOf } from './mistakes.ts';
import type { RandomValues } from './random.ts';

type AppRow = {
  appID: string;
  appName: string;
  appStatus: string;
  ipAddress: string;
  createdAt: number;
  countryCodes: string | null;
};

/** Factors by weekday: more requests on weekends. */
const rhythm = [1.25, 0.95, 0.9, 0.92, 0.97, 1.1, 1.3];

/** The usage of an app on each day; with IP rules, by the country of the callers. */
function planUsage(app: AppRow, days: number[], draw: RandomValues): Map<number, UsageSum[]> {
  const rules = app.ipAddress === 'on';
  const countries = rules ? (app.countryCodes ?? 'US,IN,DE,BR,ID').split(',').slice(0, 12) : [''];
  const isQuiet = app.appStatus === 'in-develop' && !isMistake(app.appName);
  const usual = isQuiet ? 3 : 40 * 2 ** draw.below(9);
  const reshape = reshapeOf(app.appName);
  const held = 0.2 + draw.below(25) / 100;
  const hasOldCopies = draw.chance(0.2);
  const sums = new Map<number, UsageSum[]>();
  for (const [index, day] of days.entries()) {
    if (day < app.createdAt) continue;
    const busy = (rhythm[new Date(day).getUTCDay()] ?? 1) * (0.7 + (0.4 * index) / days.length);
    const ofDay = countries.map((country, rank): UsageSum => {
      const requests = Math.round((usual * busy * (85 + draw.below(30))) / 100 / (rank + 1));
      const notModified = Math.round(requests * held);
      const oldToken = hasOldCopies ? Math.round(requests / (10 + index)) : 0;
      const wrongToken = draw.chance(0.1) ? draw.below(1 + requests / 20) : 0;
      const sum: UsageSum = [
        app.appID,
        country,
        requests - notModified,
        notModified,
        oldToken,
        wrongToken,
      ];
      return reshape ? reshape(sum, days.length - 1 - index) : sum;
    });
    sums.set(day, ofDay);
  }
  return sums;
}

/** Writes usage for all apps, for all days that are kept, until `now` (epoch ms). */
export async function writeUsage(db: Db, { now, draw }: { now: number; draw: RandomValues }) {
  const apps = await db
    .selectFrom('app')
    .leftJoin('app_configuration', 'app_configuration.appID', 'app.appID')
    .select([
      'app.appID',
      'app.appName',
      'app.appStatus',
      'app.ipAddress',
      'app.createdAt',
      'app_configuration.countryCodes',
    ])
    .orderBy('app.createdAt')
    .execute();
  const days = lastDays(now, limits.kept.usage.days);
  const plans = apps.map((app) => planUsage(app, days, draw));
  for (const day of days)
    await addUsage(
      db,
      day,
      plans.flatMap((plan) => plan.get(day) ?? []),
    );
}
