import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { newId } from '../../kit/ids.ts';
import { answerCalls } from '../../kit/thread.ts';
import { sumsPerPart } from '../following/ads.stream.ts';
import {
  isOwnFile,
  type WaitingPart,
  type WaitingUsageData,
  type WaitingUsageMethods,
  waitingUsageName,
} from './ads.usage.waiting.ts';

/* Writes the waiting usage into one SQLite file for each process. SQLite keeps the file whole when the process is killed. */

/** The maximum size of the file. At this size it takes no more, and what is counted stays in memory. */
const mostBytes = 64 * 1024 * 1024;
const pageBytes = 4096;
const lockMs = 1_000;

const { folder, number, processes }: WaitingUsageData = workerData;
const file = join(folder, waitingUsageName(number));
const counts = ['ok', 'notModified', 'oldToken', 'wrongToken', 'turnedOff'];
const columns = counts.map((name) => `"${name}"`).join();
const added = counts.map((name) => `"${name}" = "${name}" + excluded."${name}"`).join();

/**
 * `part`: parts that are sent as they are, because the office may have taken them already. `sum`: all other counts.
 * `sender`: who sends those, and the number of their last part. `taken`: the last part of a process that was added.
 */
const tables = `
  create table if not exists part
    (id integer primary key, sender text not null, number integer not null, day integer not null, sums text not null);
  create table if not exists sum
    (day integer, "appID" text, country text, ${counts.map((name) => `"${name}" integer not null`).join()},
     primary key (day, "appID", country)) without rowid;
  create table if not exists sender (sender text primary key, number integer not null);
  create table if not exists taken (sender text primary key, number integer not null);
`;
const addSums = `
  insert into main.sum (day, "appID", country, ${columns})
  select ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, coalesce(value ->> 6, 0)
  from json_each(?2) where true
  on conflict (day, "appID", country) do update set ${added}
`;
const addPart = 'insert into main.part (sender, number, day, sums) values (?, ?, ?, ?)';

let open: DatabaseSync | null = null;

function database(): DatabaseSync {
  if (open) return open;
  // It holds app IDs; others must not read them.
  closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file, { timeout: lockMs });
  try {
    db.exec(`pragma synchronous = full; pragma max_page_count = ${mostBytes / pageBytes}`);
    db.exec(tables);
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

/** SQLite's codes of a file that is damaged, and of one that is no database. */
const damages = [11, 26];

/** The next try begins with a new file. */
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
    inTransaction(db, () =>
      db.exec(`
        insert into main.part (sender, number, day, sums)
          select sender, number, day, sums from other.part order by id;
        insert into main.sum select * from other.sum where true
          on conflict (day, "appID", country) do update set ${added};
        delete from other.part;
        delete from other.sum;
      `),
    );
    db.exec('detach other');
  } catch (error) {
    setDamagedAside(other, error);
    throw new Error(`${name} cannot be taken over`, { cause: error });
  }
  rmSync(other);
}

function firstPart(db: DatabaseSync): WaitingPart | null {
  const row = db.prepare('select * from part order by id limit 1').get();
  if (!row) return null;
  return { ...row, sums: JSON.parse(String(row.sums)) } as WaitingPart;
}

/** Makes a part of the first sums. It has its number before it is sent, so it counts once. */
function makePart(db: DatabaseSync): void {
  const first = db.prepare('select min(day) as day from sum').get();
  if (typeof first?.day !== 'number') return;
  const rows = db
    .prepare(`select "appID", country, ${columns} from sum where day = ? limit ?`)
    .all(first.day, sumsPerPart);
  const sums = rows.map((row) => Object.values(row));
  const remove = db.prepare('delete from sum where day = ? and "appID" = ? and country = ?');
  for (const { appID, country } of rows) remove.run(first.day, appID ?? '', country ?? '');
  const known = db.prepare('update sender set number = number + 1 returning sender, number').get();
  const { sender, number: next } = known ?? { sender: newId(), number: 1 };
  if (!known) db.prepare('insert into sender values (?, ?)').run(sender ?? '', next ?? 1);
  db.prepare(addPart).run(sender ?? '', next ?? 1, first.day, JSON.stringify(sums));
}

answerCalls({
  add({ sender, number: partNumber, day, sums }, mayBeTaken) {
    const db = database();
    inTransaction(db, () => {
      // The answer to the first try may have been late.
      const { changes } = db
        .prepare(
          `insert into taken values (?, ?)
           on conflict (sender) do update set number = excluded.number where number < excluded.number`,
        )
        .run(sender, partNumber);
      if (changes === 0) return;
      const text = JSON.stringify(sums);
      if (mayBeTaken) db.prepare(addPart).run(sender, partNumber, day, text);
      else db.prepare(addSums).run(day, text);
    });
  },
  next(sentId) {
    const db = database();
    return inTransaction(db, () => {
      if (sentId !== null) db.prepare('delete from part where id = ?').run(sentId);
      const first = firstPart(db);
      if (first) return first;
      makePart(db);
      return firstPart(db);
    });
  },
  close() {
    if (!open && !existsSync(file)) return true;
    const db = database();
    if (firstPart(db) || db.prepare('select 1 from sum limit 1').get()) return false;
    db.close();
    open = null;
    rmSync(file);
    return true;
  },
} satisfies WaitingUsageMethods);
