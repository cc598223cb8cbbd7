import { readMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';
import type { Clock } from '../kit/clock.ts';
import { hourly } from '../kit/hourly.ts';
import type { Logger } from '../kit/logger.ts';
import type { Backups } from './backups.ts';
import { isOverdue } from './kept-backups.ts';

/** The row of `meta` that deploy/postgres/backup.sh writes after each good dump: epoch milliseconds, and bytes. */
const dumpName = 'lastDump';
const lookEveryMs = 60_000;

/** The last good dump of PostgreSQL: when it was begun, in epoch milliseconds, and its size. */
export type Dump = { at: number; bytes: number };

/** Reads it; null when the database knows of none. */
export async function readDump(db: Db): Promise<Dump | null> {
  const [at, bytes] = /^(\d+) (\d+)$/.exec((await readMeta(db, dumpName)) ?? '')?.slice(1) ?? [];
  return at && bytes ? { at: Number(at), bytes: Number(bytes) } : null;
}

/**
 * Builds what watches the dumps of PostgreSQL, which others make. Without any dump nothing is overdue: another tool may make
 * the backups (ADR 111).
 */
export function createDumps(deps: {
  db: Db;
  everyHours: number;
  clock: Clock;
  logger: Logger;
}): Backups {
  const { db, everyHours, clock, logger } = deps;
  let last: Dump | null = null;
  let stopLooking = () => {};

  async function look(): Promise<void> {
    last = await readDump(db);
  }

  return {
    state: () => ({
      lastAt: last?.at ?? null,
      bytes: last?.bytes ?? 0,
      trouble: '',
      isOverdue: last !== null && isOverdue(clock() - last.at, everyHours),
    }),
    look,
    start() {
      const failed = (error: unknown) =>
        logger.warn({ err: error }, 'nobody knows when the last dump was made');
      stopLooking = hourly(look, failed, lookEveryMs);
    },
    stop: () => stopLooking(),
  };
}
