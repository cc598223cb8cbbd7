import { databaseNow } from '../../../db/now.ts';
import type { Db } from '../../../db/schema.ts';
import type { Logger } from '../../../kit/logger.ts';
import { repeat } from '../../../kit/repeat.ts';
import { findHere, type Here, hereRules } from '../rules/here.ts';
import { storeFound } from './run.service.ts';

const everyMs = 1_000;

/**
 * Judges what only this server knows of itself, as soon as it has been so for a second: other findings about the
 * installation wait for the hourly run of one node. What another server has found stays, unless this one finds the same.
 */
export function judgeHere(
  { db, server, here }: { db: Db; server: string; here: () => Here },
  logger: Logger,
): () => Promise<void> {
  let before = '';
  // What an earlier process of this server has left is judged, too.
  let judged: string | undefined;
  return repeat({
    async work() {
      const found = findHere(server, here());
      const now = found.map(({ facts }) => facts).join('\n');
      const isSteady = now === before;
      before = now;
      if (!isSteady || now === judged) return false;
      const rules = new Set(found.map(({ rule }) => String(rule)));
      await storeFound(
        db,
        found,
        await databaseNow(db),
        ({ rule, facts }) =>
          hereRules.has(rule) && (rules.has(rule) || facts.startsWith(`${server} `)),
      );
      judged = now;
      return false;
    },
    everyMs,
    logger,
    words: {
      failing: 'what this server found of itself could not be stored',
      again: 'what this server finds of itself is stored again',
    },
  });
}
