import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasThreadPriorities, ownThreads, policies } from '../../../test/own-threads.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';

it.runIf(hasThreadPriorities)(
  'both threads of the database have a lower priority; when told to, the reader takes only idle time',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
    // Threads of other tests, which may run in this process, too.
    const others = ownThreads();
    const before = others.map(({ id }) => id);
    const database = await openDatabase({ dataDir });
    try {
      await migrate(database.db);
      const own = () => ownThreads().filter(({ id, nice }) => !before.includes(id) && nice === 10);
      const places = own().map(({ id }) => id);
      expect(places, 'the writer and the reader').toHaveLength(2);
      expect(own().some(({ policy }) => policy === policies.idle)).toBe(false);
      database.giveWay();
      const policiesNow = () =>
        ownThreads()
          .filter(({ id }) => places.includes(id))
          .map(({ policy }) => policy)
          .sort();
      // The writer keeps its share, so that a save is answered while ads saturate all cores.
      await expect.poll(policiesNow, { timeout: 5000 }).toEqual([policies.usual, policies.idle]);
      for (const { id, policy } of ownThreads()) {
        const other = others.find((one) => one.id === id);
        if (other) expect(policy, `thread ${id}, of another test`).toBe(other.policy);
      }
      await database.db.selectFrom('app').selectAll().execute();
    } finally {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
