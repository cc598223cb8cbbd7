import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../servers/server-process.ts';

/** Returns the number of ads answers of an app that the database file has counted. */
export function countedAnswers(dataDir: string, appID: string): number {
  const file = new DatabaseSync(join(dataDir, 'adwarden.db'), { readOnly: true });
  try {
    const sum = file.prepare('select coalesce(sum(ok), 0) as ok from app_usage where "appID" = ?');
    return Number(sum.get(appID)?.ok);
  } finally {
    file.close();
  }
}

/**
 * Returns the same after a stop. Usage that a busy office has not taken in time waits on the disk until the next start, which is
 * made then.
 */
export async function countedAfterStop(dataDir: string, appID: string): Promise<number> {
  const waits = () => readdirSync(dataDir).some((name) => name.startsWith('usage.waiting.'));
  if (waits()) {
    const next = await startServer({ DATA_DIR: dataDir });
    while (waits()) await pause(50);
    await next.stop();
  }
  return countedAnswers(dataDir, appID);
}
