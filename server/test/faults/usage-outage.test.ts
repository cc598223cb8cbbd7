import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createUsageWriter } from '../../src/ads/usage/ads.usage.writing.ts';
import type { UsageSum } from '../../src/ads/usage/ads.usage-table.ts';
import { countedIn } from '../../src/features/usage/usage.counted.ts';
import { addUsageOnce } from '../../src/features/usage/usage.store.ts';
import { newId } from '../../src/kit/ids.ts';
import { eachDialect } from '../databases/dialects.ts';

eachDialect('usage of several nodes', (database) => {
  /** Starts a process that counts, with a database whose writes can be made to fail. */
  function startNode() {
    const logged: string[] = [];
    let counted: UsageSum[] = [];
    const { start, stop } = createUsageWriter({
      add: (part) => addUsageOnce(database.db, part, countedIn(part, Date.now())),
      clock: Date.now,
      logger: pino({}, { write: (line: string) => void logged.push(JSON.parse(line).msg) }),
      every: () => 10,
      cut() {
        if (counted.length === 0) return null;
        let kept = counted;
        counted = [];
        let answered = 0;
        return {
          size: kept.length,
          first(limit) {
            answered = Math.min(limit, kept.length);
            return kept.slice(0, limit);
          },
          drop() {
            kept = kept.slice(answered);
          },
        };
      },
    });
    start();
    return {
      stop,
      logged,
      count: (...appIDs: string[]) =>
        counted.push(...appIDs.map((appID): UsageSum => [appID, '', 'on', 1, 0])),
    };
  }
  const requests = async (appIDs: string[]) => {
    const { sum } = await database.db
      .selectFrom('app_usage')
      .select(({ fn }) => fn.sum('ok').as('sum'))
      .where('appID', 'in', appIDs)
      .executeTakeFirstOrThrow();
    return Number(sum ?? 0);
  };

  it('writes the counts of an outage once, after the outage', async () => {
    const node = startNode();
    const ids = Array.from({ length: 1_100 }, newId);
    await sql`alter table app_usage rename to app_usage_gone`.execute(database.db);
    node.count(...ids);
    await expect.poll(() => node.logged).toHaveLength(1);
    node.count(...ids);
    await sql`alter table app_usage_gone rename to app_usage`.execute(database.db);
    await expect.poll(() => requests(ids)).toBe(2_200);
    await node.stop();
    expect(await requests(ids)).toBe(2_200);
    expect(node.logged).toEqual([
      'usage could not be written, it is tried again',
      expect.stringMatching(/^usage is written again after \d+ s$/),
    ]);
  });

  it('adds the counts of several nodes, also those that they write when they stop', async () => {
    const ids = Array.from({ length: 700 }, newId);
    const nodes = Array.from({ length: 4 }, startNode);
    for (const node of nodes) node.count(...ids);
    await expect.poll(() => requests(ids)).toBe(4 * 700);
    for (const node of nodes) node.count(...ids.toReversed());
    await Promise.all(nodes.map((node) => node.stop()));
    expect(await requests(ids)).toBe(8 * 700);
    expect(nodes.flatMap(({ logged }) => logged)).toEqual([]);
  });
});
