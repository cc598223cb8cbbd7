import { createHash, randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DataSet, inserter, openFast } from './data-set.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const days = 90;

/** A data set with traffic, and the bearer tokens of two owners. */
export type TrafficData = DataSet & { owners: { name: string; bearer: string }[] };

/** A table of counts. Its key is `time`, the app ID and `keys`. `values` is the SQL of what each app gets. */
type Counts = { table: string; time: string; keys: string[]; counts: string[]; values: string };
const ofDays: Counts = {
  table: 'app_usage',
  time: 'day',
  keys: ['country'],
  counts: ['ok', '"notModified"', '"oldToken"', '"wrongToken"', '"on"', '"offAds"'],
  values: 'n * 3, n, 0, 0, n * 3, n',
};
const ofHours: Counts = {
  table: 'app_usage_hour',
  time: 'hour',
  keys: ['country', 'outcome'],
  counts: ['requests', '"notModified"', '"oldToken"'],
  values: "'on', n, n / 4, 0",
};

/** Counts requests of each app in one hour or day, and their sum. When it is over, also the sums of the owners. */
function fill(db: DatabaseSync, of: Counts, at: number, isOver: boolean): void {
  const { table, time, values } = of;
  const keys = of.keys.map((key) => `counted.${key}`).join();
  const columns = [time, '"appID"', ...of.keys, ...of.counts].join();
  const sums = of.counts.map((name) => `sum(${name})`).join();
  const insert = `insert into ${table} (${columns}) select ${at}`;
  const where = `where ${time} = ${at} and counted."appID" > '@~'`;
  db.exec(`begin; ${insert}, "appID", country, ${values} from asked order by 2;
    ${insert}, '*', ${keys}, ${sums} from ${table} as counted ${where} group by ${keys};`);
  if (isOver) {
    db.exec(`${insert}, '@' || "ownerId", ${keys}, ${sums}
      from ${table} as counted join asked using ("appID")
      ${where} and "ownerId" is not null group by "ownerId", ${keys}`);
  }
  db.exec('commit');
}

/**
 * Copies a data set, and adds requests of every app on each of 90 days and in each of the last hours. Their sums and
 * comparisons are there, as after some hours of a server; only yesterday is not compared yet. One owner has 1,000 apps.
 */
export async function withTraffic(
  { dataDir, ...data }: DataSet,
  copy: string,
  hours: number,
): Promise<TrafficData> {
  const filter = (file: string) => !basename(file).startsWith('ads.last-good');
  cpSync(dataDir, copy, { recursive: true, filter });
  const db = openFast(copy);
  const now = Date.now();
  const [today, hour] = [now - (now % dayMs), now - (now % hourMs)];
  const [many, few] = db.prepare('select id from app_user order by id limit 2').all();
  db.exec(`delete from app_usage; delete from app_usage_hour;
    delete from traffic_total; delete from traffic_comparison;
    delete from meta where name = 'trafficAt';
    update app set "ownerId" = '${many?.id}' where rowid <= 1000;
    create temp table asked
      ("appID" text primary key, "ownerId" text, n integer, country text) without rowid;
    insert into asked select "appID", "ownerId", rowid % 997,
      case when "ipAddress" = 'on' then 'IN' else '' end from app`);
  for (let back = days - 1; back >= 0; back -= 1) {
    fill(db, ofDays, today - back * dayMs, back > 0);
    await nextTurn();
  }
  for (let back = hours; back >= 0; back -= 1) {
    fill(db, ofHours, hour - back * hourMs, back > 0);
    await nextTurn();
  }
  db.exec(`insert into traffic_total select 'day', day, sum(ok + "notModified" + "wrongToken")
      from app_usage where "appID" = '*' and day < ${today} group by day;
    insert into traffic_total select 'hour', hour, sum(requests)
      from app_usage_hour where "appID" = '*' and hour < ${hour} group by hour`);
  const compared = inserter(db, 'traffic_comparison');
  for (let back = 2; back < days; back += 1) {
    const day = today - back * dayMs;
    compared({ day, days: 1, by: 'app', of: 'on', weeks: 0, differences: '{}', at: now });
  }
  const session = inserter(db, 'session');
  const owners = [many, few].map((user, place) => {
    const bearer = randomBytes(32).toString('base64url');
    const tokenHash = createHash('sha256').update(bearer).digest('hex');
    const accountId = String(user?.id);
    session({ tokenHash, kind: 'user', accountId, createdAt: now, lastSeenAt: now });
    return { name: place === 0 ? 'an owner of 1,000 apps' : 'an owner of ten apps', bearer };
  });
  db.exec('pragma journal_mode = wal');
  db.close();
  return { ...data, dataDir: copy, owners };
}
