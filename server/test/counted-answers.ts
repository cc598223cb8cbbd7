import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The number of ads answers of an app that the database file has counted. */
export function countedAnswers(dataDir: string, appID: string): number {
  const file = new DatabaseSync(join(dataDir, 'adwarden.db'), { readOnly: true });
  try {
    const sum = file.prepare('select coalesce(sum(ok), 0) as ok from app_usage where "appID" = ?');
    return Number(sum.get(appID)?.ok);
  } finally {
    file.close();
  }
}
