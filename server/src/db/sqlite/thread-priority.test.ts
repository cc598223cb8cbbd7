import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';

const idlePolicy = 5;
const canTell = process.platform === 'linux' && spawnSync('chrt', ['--version']).status === 0;

/** Priority and policy of each thread of this process (proc_pid_stat(5), fields 19 and 41). */
function threads() {
  return readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { id: Number(id), nice: Number(fields[16]), policy: Number(fields[38]) };
  });
}

it.skipIf(!canTell)(
  'both threads of the database have a lower priority; when told to, the reader takes only idle time',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
    const before = threads().map(({ id }) => id);
    const database = await openDatabase({ dataDir });
    try {
      await migrate(database.db);
      const own = () => threads().filter(({ id, nice }) => !before.includes(id) && nice === 10);
      const places = own().map(({ id }) => id);
      expect(places, 'the writer and the reader').toHaveLength(2);
      expect(own().some(({ policy }) => policy === idlePolicy)).toBe(false);
      database.giveWay();
      const policies = () =>
        threads()
          .filter(({ id }) => places.includes(id))
          .map(({ policy }) => policy)
          .sort();
      // The writer keeps its share, so that a save is answered while ads saturate all cores.
      await expect.poll(policies, { timeout: 5000 }).toEqual([0, idlePolicy]);
      const others = threads().filter(({ id }) => before.includes(id));
      expect(others.some(({ policy }) => policy === idlePolicy)).toBe(false);
      await database.db.selectFrom('app').selectAll().execute();
    } finally {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
