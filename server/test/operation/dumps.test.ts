import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '@adwarden/contract/calls';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createDumps, readDump } from '../../src/backups/dumps.ts';
import type { Check } from '../../src/doctor/check.ts';
import { hourMs } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/kit/logger.ts';
import { onPostgres } from '../databases/on-postgres.ts';
import { killServers, startServer } from '../servers/server-process.ts';

/*
 * Dumps of PostgreSQL, made by deploy/postgres/backup.sh: Adwarden knows of them (ADR 111). psql is the real one; pg_dump
 * refuses servers of other versions, so a program stands in for it.
 */

const script = fileURLToPath(new URL('../../../deploy/postgres/backup.sh', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
const soon = { interval: 200, timeout: 30_000 };
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});
const programs = join(folder, 'programs');
const hasPsql = spawnSync('psql', ['--version']).status === 0;
function standIn(name: string, text: string): void {
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}
standIn('pg_dump', 'echo a dump > "$(echo "$3" | cut -d= -f2)"');
standIn('pg_restore', 'exit 0');
const dump = (url: string) =>
  spawnSync(script, [join(folder, 'dumps')], {
    env: { PATH: `${programs}:${process.env.PATH}`, DATABASE_URL: url },
    encoding: 'utf8',
  });

onPostgres('dumps', (postgres) => {
  it.skipIf(!hasPsql)(
    'a good dump is known: System Check and metrics; before and after, what is missing',
    async () => {
      const server = await startServer({
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: postgres.url,
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      });
      const as = await server.signIn();
      const backups = async (): Promise<Check[]> => {
        const { body } = await server.ask(calls.getSystemChecks.path, { as });
        return body.data.filter(({ name }: Check) => name === 'backups');
      };
      const metric = async (name: string) => {
        const { text } = await server.ask('/metrics');
        return new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
      };
      expect(await backups()).toMatchObject([
        { state: 'warning', what: 'No dump of PostgreSQL is known' },
      ]);
      // Another tool may make the backups: no alert.
      expect(await metric('adwarden_backup_last_seconds')).toBeUndefined();

      const began = Date.now();
      const { status, stdout, stderr } = dump(postgres.url);
      expect(stderr + stdout).toMatch(/^wrote /);
      expect(status).toBe(0);
      const [name = ''] = readdirSync(join(folder, 'dumps'));
      const bytes = statSync(join(folder, 'dumps', name)).size;
      expect(await backups()).toMatchObject([
        {
          state: 'ok',
          what: expect.stringMatching(/^The last dump of PostgreSQL is of .+ UTC, 0 MB$/),
        },
      ]);
      const known = await readDump(postgres.db);
      expect(known?.bytes).toBe(bytes);
      expect(Math.abs((known?.at ?? 0) - began)).toBeLessThan(60_000);
      await expect
        .poll(() => metric('adwarden_backup_bytes'), { ...soon, timeout: 80_000 })
        .toBe(String(bytes));

      const late = began - 50 * hourMs;
      await sql`update meta set value = ${`${late} 5`} where name = 'lastDump'`.execute(
        postgres.db,
      );
      expect(await backups()).toMatchObject([{ state: 'error' }]);
      await server.stop();
    },
  );

  it('is overdue after twice the time and an hour; without any it is not', async () => {
    let now = Date.now();
    const deps = {
      db: postgres.db,
      everyHours: 24,
      clock: () => now,
      logger: createLogger('silent'),
    };
    const dumps = createDumps(deps);
    await sql`delete from meta where name = 'lastDump'`.execute(postgres.db);
    await dumps.look('');
    now += 1000 * hourMs;
    expect(dumps.state()).toMatchObject({ lastAt: null, isOverdue: false });
    await sql`insert into meta values ('lastDump', ${`${now} 5`})`.execute(postgres.db);
    await dumps.look('');
    now += 49 * hourMs;
    expect(dumps.state()).toMatchObject({ bytes: 5, isOverdue: false });
    now += 1;
    expect(dumps.state()).toMatchObject({ isOverdue: true });
  });

  it.skipIf(!hasPsql)(
    'a user who may only read makes a good dump, and says that nobody knows of it',
    async () => {
      await sql`do $$ begin create role reads_only login password 'x';
      exception when duplicate_object then null; end $$`.execute(postgres.db);
      await sql`grant select on all tables in schema public to reads_only`.execute(postgres.db);
      await sql`grant select on all sequences in schema public to reads_only`.execute(postgres.db);
      const url = new URL(postgres.url);
      url.username = 'reads_only';
      url.password = 'x';
      const { status, stderr } = dump(url.href);
      expect(stderr).toMatch(/permission denied for table meta/);
      expect(stderr).toMatch(/The dump is good, but Adwarden does not know of it/);
      expect(status).toBe(3);
      await sql`drop owned by reads_only`.execute(postgres.db);
    },
  );
});
