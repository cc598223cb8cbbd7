import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { newId } from '../../kit/ids.ts';
import { answerCalls } from '../../kit/process/thread.ts';
import { type OlderUsagePart, sumsPerPart, type UsagePart } from '../following/ads.stream.ts';
import {
  isOwnFile,
  type WaitingPart,
  type WaitingUsageData,
  type WaitingUsageMethods,
  waitingUsageName,
} from './ads.usage.waiting.ts';
import type { UsageSum } from './ads.usage-table.ts';

/* Writes the waiting usage into one SQLite file for each process. SQLite keeps the file whole when the process is killed. */

/** The maximum size of the file. At this size it takes no more, and new counts stay in memory. */
const mostBytes = 256 * 1024 * 1024;
const pageBytes = 4096;
const lockMs = 1_000;

const { folder, number, processes }: WaitingUsageData = workerData;
const file = join(folder, waitingUsageName(number));
const key = 'hour, "appID", country, outcome, "oldToken"';

/**
 * The tables. `waiting`: parts that are sent unchanged, because the office may have taken them already. `hour_sum`: all other
 * counts. `sender`: the sender of those, and the number of its last part. `taken`: the last part of a process that was added.
 */
const tables = `
  create table if not exists waiting (id integer primary key, part text not null);
  create table if not exists hour_sum
    (hour integer, "appID" text, country text, outcome text, "oldToken" text,
     requests integer not null, "notModified" integer not null, primary key (${key})) without rowid;
  create table if not exists sender (sender text primary key, number integer not null);
  create table if not exists taken (sender text primary key, number integer not null);
`;
const insertSums = `insert into main.hour_sum (${key}, requests, "notModified")`;
const orAdd = `on conflict (${key}) do update
  set requests = requests + excluded.requests, "notModified" = "notModified" + excluded."notModified"`;
const addSums = `
  ${insertSums}
  select ?1, value ->> 0, value ->> 1, value ->> 2, coalesce(value ->> 5, ''), value ->> 3, value ->> 4
  from json_each(?2) where true ${orAdd}
`;

let open: DatabaseSync | null = null;

function database(): DatabaseSync {
  if (open) return open;
  // The file holds app IDs, so others must not read it.
  closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file, { timeout: lockMs });
  try {
    db.exec(`pragma synchronous = full; pragma max_page_count = ${mostBytes / pageBytes}`);
    db.exec(tables);
    inTransaction(db, () => adoptOlder(db, 'main'));
    for (const name of readdirSync(folder)) {
      if (isOwnFile(name, number, processes) && join(folder, name) !== file) takeOver(db, name);
    }
  } catch (error) {
    db.close();
    setDamagedAside(file, error);
    throw error;
  }
  open = db;
  return db;
}

/** SQLite's codes for a damaged file, and for a file that is not a database. */
const damages = [11, 26];

/** Sets a damaged file aside, so that the next try begins with a new one. */
function setDamagedAside(name: string, error: unknown): void {
  const { errcode } = error as { errcode?: number };
  if (errcode !== undefined && damages.includes(errcode & 0xff))
    renameSync(name, `${name}.damaged`);
}

function inTransaction<Result>(db: DatabaseSync, run: () => Result): Result {
  db.exec('begin immediate');
  try {
    const result = run();
    db.exec('commit');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}

/** Takes the rows of a process that is no longer started, because WORKERS is lower now, and removes its file. */
function takeOver(db: DatabaseSync, name: string): void {
  const other = join(folder, name);
  try {
    db.prepare('attach ? as other').run(other);
    db.exec(tables.replaceAll('if not exists ', 'if not exists other.'));
    inTransaction(db, () => {
      adoptOlder(db, 'other');
      db.exec(`
        insert into main.waiting (part) select part from other.waiting order by id;
        ${insertSums} select ${key}, requests, "notModified" from other.hour_sum where true ${orAdd};
        delete from other.waiting;
        delete from other.hour_sum;
      `);
    });
    db.exec('detach other');
  } catch (error) {
    setDamagedAside(other, error);
    throw new Error(`${name} cannot be taken over`, { cause: error });
  }
  rmSync(other);
}

/** Makes parts of the counts that an older version has left. It counted by day. */
function adoptOlder(db: DatabaseSync, schema: 'main' | 'other'): void {
  const older = db.prepare(`select name from ${schema}.sqlite_schema where name = 'part'`).get();
  if (!older) return;
  const parts = `select json_object('sender', sender, 'number', number, 'day', day, 'sums', json(sums))`;
  db.exec(`insert into main.waiting (part) ${parts} from ${schema}.part order by id`);
  const sum = `json_array("appID", country, ok, "notModified", "oldToken", "wrongToken", "turnedOff")`;
  const some = `select *, row_number() over (partition by day) / ${sumsPerPart} as place from ${schema}.sum`;
  const sums = db.prepare(
    `select day, json_group_array(json(${sum})) as sums from (${some}) group by day, place`,
  );
  for (const { day, sums: text } of sums.all()) {
    addPart(db, { ...nextNumber(db), day: Number(day), sums: JSON.parse(String(text)) });
  }
  db.exec(`drop table ${schema}.part; drop table ${schema}.sum`);
}

function addPart(db: DatabaseSync, part: UsagePart | OlderUsagePart): void {
  db.prepare('insert into main.waiting (part) values (?)').run(JSON.stringify(part));
}

function firstPart(db: DatabaseSync): WaitingPart | null {
  const row = db.prepare('select id, part from waiting order by id limit 1').get();
  return row ? { id: Number(row.id), part: JSON.parse(String(row.part)) } : null;
}

/** Returns the number of the next part of this file, so that the part counts once. */
function nextNumber(db: DatabaseSync): { sender: string; number: number } {
  const known = db
    .prepare('update main.sender set number = number + 1 returning sender, number')
    .get();
  const sender = String(known?.sender ?? newId());
  if (!known) db.prepare('insert into main.sender values (?, 1)').run(sender);
  return { sender, number: Number(known?.number ?? 1) };
}

/** Makes a part of the first sums. The part gets its number before it is sent. */
function makePart(db: DatabaseSync): void {
  const first = db.prepare('select min(hour) as hour from hour_sum').get();
  if (typeof first?.hour !== 'number') return;
  const rows = db
    .prepare(
      `select "appID", country, outcome, requests, "notModified", "oldToken"
       from hour_sum where hour = ? limit ?`,
    )
    .all(first.hour, sumsPerPart);
  const remove = db.prepare(
    `delete from hour_sum
     where hour = ? and "appID" = ? and country = ? and outcome = ? and "oldToken" = ?`,
  );
  const sums = rows.map((row) => {
    const { appID = '', country = '', outcome = '', oldToken = '' } = row;
    remove.run(first.hour as number, appID, country, outcome, oldToken);
    const sum = [appID, country, outcome, row.requests, row.notModified];
    return (oldToken === '' ? sum : [...sum, oldToken]) as UsageSum;
  });
  addPart(db, { ...nextNumber(db), hour: first.hour, sums });
}

answerCalls({
  add(part, mayBeTaken) {
    const db = database();
    inTransaction(db, () => {
      // The answer to the first try may have been late.
      const { changes } = db
        .prepare(
          `insert into taken values (?, ?)
           on conflict (sender) do update set number = excluded.number where number < excluded.number`,
        )
        .run(part.sender, part.number);
      if (changes === 0) return;
      if (mayBeTaken) addPart(db, part);
      else db.prepare(addSums).run(part.hour, JSON.stringify(part.sums));
    });
  },
  next(sentId) {
    const db = database();
    return inTransaction(db, () => {
      if (sentId !== null) db.prepare('delete from waiting where id = ?').run(sentId);
      const first = firstPart(db);
      if (first) return first;
      makePart(db);
      return firstPart(db);
    });
  },
  close() {
    if (!open && !existsSync(file)) return true;
    const db = database();
    if (firstPart(db) || db.prepare('select 1 from hour_sum limit 1').get()) return false;
    db.close();
    open = null;
    rmSync(file);
    return true;
  },
} satisfies WaitingUsageMethods);
