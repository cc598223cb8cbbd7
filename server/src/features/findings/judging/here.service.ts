import type { Found } from '@adwarden/contract/findings/rules';
import { databaseNow } from '../../../db/now.ts';
import type { Db } from '../../../db/schema.ts';
import type { Here } from '../../../installation.ts';
import type { Job } from '../../../jobs/job.ts';
import { findHere, hereRules } from '../rules/here.ts';
import { storeFound } from './run.service.ts';

/**
 * Returns the job that judges the facts that only this server knows of itself, once they have held for a second. Other findings
 * about the installation wait for the hourly run of one node. Findings of another server stay, unless this one finds the same.
 */
export function judgeHereJob({
  db,
  server,
  here,
}: {
  db: Db;
  server: string;
  here: () => Here;
}): Job {
  let before = '';
  // Findings that an earlier process of this server has left are judged, too.
  let judged: string | undefined;
  /** The error of the last write; null after a good one. */
  let failure: unknown = null;

  async function store(found: Found[], facts: string): Promise<void> {
    const rules = new Set(found.map(({ rule }) => String(rule)));
    const isOwn = (one: { rule: string; facts: string }) =>
      hereRules.has(one.rule) && (rules.has(one.rule) || one.facts.startsWith(`${server} `));
    try {
      await storeFound(db, found, await databaseNow(db), isOwn);
      judged = facts;
      failure = null;
    } catch (error) {
      judged = undefined;
      failure = error;
      throw error;
    }
  }

  return {
    name: 'own findings',
    everyMs: 1_000,
    on: 'each node',
    needs: [],
    async work() {
      const found = findHere(server, here());
      const now = found.map(({ facts }) => facts).join('\n');
      const isSteady = now === before;
      before = now;
      if (isSteady && now !== judged) await store(found, now);
      // Nothing was tried, so the failure of before is not over.
      else if (failure) throw failure;
    },
    words: {
      failing: 'what this server found of itself could not be stored',
      again: 'what this server finds of itself is stored again',
    },
  };
}
