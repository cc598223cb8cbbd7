import { cpSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { limits } from '@adwarden/contract/limits';
import { type DataSet, inserter, inTransactions, openFast } from './data-set.ts';

const dayMs = 86_400_000;
/** The days by which even the newest old entry is older than entries are kept. */
const beyondDays = 30;

/**
 * Copies a data set and makes the entry of each app so old that it is not kept. A newer entry of each app follows, as after
 * a batch today, so all of the old ones are spare.
 */
export async function withSpareEntries(
  { dataDir, ...data }: DataSet,
  copy: string,
): Promise<DataSet> {
  const filter = (file: string) => !basename(file).startsWith('ads.last-good');
  cpSync(dataDir, copy, { recursive: true, filter });
  const db = openFast(copy);
  const now = Date.now();
  const { newest } = db.prepare('select max(at) as newest from change').get() as { newest: number };
  const back = newest - now + (limits.kept.log.days + beyondDays) * dayMs;
  db.prepare('update change set at = at - ?').run(Math.max(0, back));
  const { last } = db.prepare('select max(seq) as last from change').get() as { last: number };
  const insert = inserter(db, 'change');
  const actor = { actorKind: 'admin', actorId: 'bench', actorName: 'Bench', address: '127.0.0.1' };
  const rowOf = db.prepare(
    `select "row" from change where entity = 'app' and "key" = ? order by seq desc limit 1`,
  );
  await inTransactions(db, data.appIDs.length, (index) => {
    const key = data.appIDs[index] as string;
    const app = JSON.parse(String(rowOf.get(key)?.row)) as { appName: string };
    const row = JSON.stringify({ ...app, appName: `${app.appName} ${index}` });
    insert({ at: now, ...actor, entity: 'app', key, action: 'update', row, batch: 'bench' });
  });
  db.exec(`update app set version = (
    select max(seq) from change where entity = 'app' and "key" = app."appID" and seq > ${last})`);
  // The server stores the hour of its last pruning in here.
  db.exec(`delete from meta where name = 'prunedAt'; delete from kept_time`);
  mergeUntilDone(db);
  db.exec('pragma journal_mode = wal');
  db.close();
  return { ...data, dataDir: copy };
}

/** Does the merges that the search index of the log would do with the next edits, and no others: old and new stay apart. */
function mergeUntilDone(db: DatabaseSync): void {
  const merge = db.prepare(
    `insert into change_search (change_search, rank) values ('merge', 1000)`,
  );
  const changes = db.prepare('select total_changes() as n');
  const count = () => (changes.get() as { n: number }).n;
  let before: number;
  // A merge that finds nothing to do is one change (FTS5, "The 'merge' command").
  do {
    before = count();
    merge.run();
  } while (count() - before > 1);
}
