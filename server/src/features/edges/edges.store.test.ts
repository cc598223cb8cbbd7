import { limits } from '@adwarden/contract/limits';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { databaseNow } from '../../db/now.ts';
import { createEdgeReports, readEdges } from './edges.service.ts';
import { deleteEdge, readProcesses, storeReport } from './edges.store.ts';

const logger = pino({ level: 'silent' });
const report = { name: 'oslo-1', process: 1, version: '1.4.0', lagMs: 200 };

eachDialect('what edges report', (database) => {
  afterEach(async () => void (await database.db.deleteFrom('edge').execute()));
  const stored = async () => (await readProcesses(database.db)).processes;

  it('is stored by process, with the times by the database', async () => {
    const { db } = database;
    const began = await databaseNow(db);
    await storeReport(db, report);
    await storeReport(db, { ...report, process: 2, lagMs: null });
    await storeReport(db, { ...report, name: 'lima' });
    const { processes, now } = await readProcesses(db);
    expect(processes.map(({ name, process, lagMs }) => [name, process, lagMs])).toEqual([
      ['lima', 1, 200],
      ['oslo-1', 1, 200],
      ['oslo-1', 2, null],
    ]);
    const [, first] = processes;
    // The clock may move within a statement.
    expect(first?.lastSeenAt).toBeGreaterThanOrEqual(Number(first?.firstSeenAt));
    expect(first?.firstSeenAt).toBeGreaterThanOrEqual(began);
    expect(now).toBeGreaterThanOrEqual(Number(first?.lastSeenAt));

    await db.updateTable('edge').set({ firstSeenAt: 5, lastSeenAt: 5 }).execute();
    await storeReport(db, { ...report, version: '1.5.0', lagMs: 900 });
    expect((await readProcesses(db, 'oslo-1')).processes).toEqual([
      { ...report, version: '1.5.0', lagMs: 900, firstSeenAt: 5, lastSeenAt: expect.any(Number) },
      expect.objectContaining({ process: 2, version: '1.4.0', lastSeenAt: 5 }),
    ]);
    await deleteEdge(db, 'oslo-1');
    expect((await stored()).map(({ name }) => name)).toEqual(['lima']);
  });

  it('is stored at most every 15 seconds, and at once when the version is another one', async () => {
    let now = 0;
    const { take } = createEdgeReports(database.db, logger, () => now);
    const lags = async () => (await stored()).map(({ version, lagMs }) => `${version} ${lagMs}`);
    await take({ ...report, lagMs: 1 });
    now = 14_999;
    await take({ ...report, lagMs: 2 });
    expect(await lags()).toEqual(['1.4.0 1']);
    await take({ ...report, process: 2, lagMs: 3 });
    expect(await lags()).toEqual(['1.4.0 1', '1.4.0 3']);
    now = 15_000;
    await take({ ...report, lagMs: 4 });
    expect(await lags()).toEqual(['1.4.0 4', '1.4.0 3']);
    await take({ ...report, version: '1.5.0', lagMs: 5 });
    expect(await lags()).toEqual(['1.5.0 5', '1.4.0 3']);
  });

  it('ends when its processes have signed off, and begins again with the next report', async () => {
    const { db } = database;
    const { take, signOff } = createEdgeReports(db, logger);
    const names = async () => (await stored()).map(({ name, process }) => `${name} ${process}`);
    await take(report);
    await take({ ...report, process: 2 });
    await take({ ...report, name: 'lima' });
    // The edge had three processes before it was started with two.
    await db
      .insertInto('edge')
      .values({ ...report, process: 3, firstSeenAt: 1, lastSeenAt: 1 })
      .execute();
    await signOff({ name: 'oslo-1', process: 2 });
    expect(await names()).toEqual(['lima 1', 'oslo-1 1']);
    await signOff({ name: 'oslo-1', process: 1 });
    await signOff({ name: 'oslo-1', process: 1 });
    expect(await names()).toEqual(['lima 1']);
    await take(report);
    expect(await names()).toEqual(['lima 1', 'oslo-1 1']);
  });

  it('fills no more than so many rows, whatever names a key is used with', async () => {
    const { db } = database;
    const most = limits.edges.processes;
    const rows = Array.from({ length: most }, (_, number) => ({
      ...report,
      name: `invented-${number}`,
      firstSeenAt: 1,
      lastSeenAt: 1,
    }));
    for (let from = 0; from < most; from += 100) {
      await db
        .insertInto('edge')
        .values(rows.slice(from, from + 100))
        .execute();
    }
    await storeReport(db, report);
    await storeReport(db, { ...report, name: 'invented-7', lagMs: 3 });
    expect(await stored()).toHaveLength(most);
    expect((await readProcesses(db, 'oslo-1')).processes).toEqual([]);
    expect((await readProcesses(db, 'invented-7')).processes[0]?.lagMs).toBe(3);
    await deleteEdge(db, 'invented-7');
    await storeReport(db, report);
    expect((await readProcesses(db, 'oslo-1')).processes).toHaveLength(1);
  });

  it('says which edges there are: silent ones first, and of each the processes that run', async () => {
    const { db } = database;
    const now = await databaseNow(db);
    const insert = (name: string, process: number, secondsAgo: number, more = {}) =>
      db
        .insertInto('edge')
        .values({
          name,
          process,
          version: '1.4.0',
          lagMs: 100,
          firstSeenAt: 1,
          lastSeenAt: now - secondsAgo * 1000,
          ...more,
        })
        .execute();
    await insert('a', 1, 1, { lagMs: 300 });
    await insert('a', 2, 20, { version: '1.5.0', lagMs: 2_000 });
    await insert('a', 3, 5, { lagMs: null, firstSeenAt: 0 });
    // The edge was started with more processes before.
    await insert('a', 4, 4_000, { version: '1.2.0', lagMs: 9_000 });
    await insert('b', 1, 0, { lagMs: null });
    await insert('c', 1, 61);
    await insert('c', 2, 90, { version: '1.3.0' });
    const edges = await readEdges(db);
    expect(edges.map(({ firstSeenAt: _, lastSeenAt: __, ...edge }) => edge)).toEqual([
      { name: 'c', state: 'silent', versions: ['1.3.0', '1.4.0'], processes: 2, lagMs: null },
      { name: 'a', state: 'following', versions: ['1.4.0', '1.5.0'], processes: 3, lagMs: 2_000 },
      { name: 'b', state: 'following', versions: ['1.4.0'], processes: 1, lagMs: null },
    ]);
    expect(edges[1]).toMatchObject({
      firstSeenAt: '1970-01-01T00:00:00.000Z',
      lastSeenAt: new Date(now - 1000).toISOString(),
    });
  });
});
