import { type ReadChange, readEntries } from '../../changes/changes.list.store.ts';
import type { Db } from '../../db/schema.ts';

/** Returns an entry with the one before it and the name of its app; undefined when it was pruned. */
export async function readEntry(db: Db, seq: number): Promise<ReadChange | undefined> {
  const [entry] = await readEntries(db, db.selectFrom('change').where('change.seq', '=', seq));
  return entry && { ...entry, appName: entry.appName ?? (await lastNameOfApp(db, entry.key)) };
}

/** Returns the name of an app, or the last one of a deleted app; null for another thing. */
export async function nameOfApp(db: Db, appID: string): Promise<string | null> {
  const app = await db
    .selectFrom('app')
    .select('appName')
    .where('appID', '=', appID)
    .executeTakeFirst();
  return app?.appName ?? lastNameOfApp(db, appID);
}

async function lastNameOfApp(db: Db, appID: string): Promise<string | null> {
  const last = await db
    .selectFrom('change')
    .select('row')
    .where('entity', '=', 'app')
    .where('key', '=', appID)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? (JSON.parse(last.row).appName ?? null) : null;
}
