import { limits } from '@adwarden/contract/limits';
import type { TrafficStep } from '@adwarden/contract/traffic/traffic';
import { sql } from 'kysely';
import { takeWriteTurn } from '../../db/commit-order.ts';
import { countIn, sumOfCounts } from '../../db/counts.ts';
import { allApps, appsOf } from '../../db/schema.requests.ts';
import type { Db } from '../../db/schema.ts';
import { insertRows } from '../../db/sent-rows.ts';

/** The columns of the rows that are added up: the key after the app ID, and the counts. */
const columns = {
  day: {
    table: 'app_usage',
    keys: ['country'],
    counts: [
      'ok',
      'notModified',
      'oldToken',
      'wrongToken',
      'turnedOff',
      'on',
      'offPaused',
      'offSuspended',
      'offAds',
      'offCountry',
      'offVpn',
    ],
  },
  hour: {
    table: 'app_usage_hour',
    keys: ['country', 'outcome'],
    counts: ['requests', 'notModified', 'oldToken'],
  },
} as const;

/** Counts the requests of all apps in each of some steps; steps without any are left out. */
export async function requestsOfAll(
  db: Db,
  step: TrafficStep,
  times: number[],
): Promise<Map<number, number>> {
  const { table } = columns[step];
  const requests =
    step === 'day'
      ? sql`${countIn(sql.ref('ok'))} + ${countIn(sql.ref('notModified'))} + ${countIn(sql.ref('wrongToken'))}`
      : countIn(sql.ref('requests'));
  const { rows } = await sql<{ time: number; requests: number }>`
    select ${sql.ref(step)} as time, ${sumOfCounts(requests)} as requests
    from ${sql.table(table)} where ${sql.ref(step)} in (${sql.join(times)}) and "appID" = ${allApps}
    group by ${sql.ref(step)}`.execute(db);
  return new Map(rows.map((row) => [row.time, row.requests]));
}

/** The counts of an owner and a country (for an hour, also of an outcome). */
export type OwnerRow = { ownerId: string; keys: string[]; counts: number[] };

/** Adds up the counts of a step by the present owners of the apps whose IDs lie between two texts. */
export async function sumsByOwner(
  db: Db,
  step: TrafficStep,
  time: number,
  { from, before }: { from: string; before: string },
): Promise<OwnerRow[]> {
  const { table, keys, counts } = columns[step];
  const keyColumns = sql.join([...keys].map((name) => sql.ref(`counted.${name}`)));
  const sums = counts.map(
    (name) => sql`${sumOfCounts(countIn(sql.ref(`counted.${name}`)))} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<string, string | number>>`
    select app."ownerId", ${keyColumns}, ${sql.join(sums)}
    from ${sql.table(table)} as counted join app on app."appID" = counted."appID"
    where counted.${sql.ref(step)} = ${time} and app."ownerId" is not null
      and counted."appID" >= ${from} and counted."appID" < ${before}
    group by app."ownerId", ${keyColumns}`.execute(db);
  return rows.map((row) => ({
    ownerId: String(row.ownerId),
    keys: keys.map((name) => String(row[name])),
    counts: counts.map((name) => Number(row[name])),
  }));
}

/** Stores the counts of a step by owner in place of the earlier ones. */
export async function replaceTotals(
  db: Db,
  step: TrafficStep,
  { time, requests, rows }: { time: number; requests: number; rows: OwnerRow[] },
): Promise<void> {
  const { table, keys, counts } = columns[step];
  const stored = rows.map(({ ownerId, keys: values, counts: sums }) => ({
    [step]: time,
    appID: appsOf(ownerId),
    ...Object.fromEntries(keys.map((name, place) => [name, values[place]])),
    ...Object.fromEntries(
      counts.map((name, place) => [name, Math.min(sums[place] ?? 0, limits.usage.mostStored)]),
    ),
  }));
  await db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(step)} = ${time} and "appID" >= '@' and "appID" < 'A'`.execute(tx);
    await insertRows(tx, table, stored as never);
    await tx
      .insertInto('traffic_total')
      .values({ step, time, requests })
      .onConflict((conflict) => conflict.columns(['step', 'time']).doUpdateSet({ requests }))
      .execute();
  });
}
