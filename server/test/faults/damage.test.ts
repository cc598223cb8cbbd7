import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import type { Check } from '../../src/doctor/check.ts';
import { damageTable } from '../databases/damage-database.ts';
import { createPostgresDatabase, hasPostgres } from '../databases/postgres-database.ts';
import { metricsToken } from '../servers/calls.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* A database whose pages are damaged (ADR 110): it is said everywhere, once, with the way back. */

const folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
const soon = { interval: 100, timeout: 20_000 };
const damagedCall = '/views?list=apps';
const words = 'The database is damaged: an operator must restore a backup';
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

/** Changes the backup's time to 30 hours ago: the server makes another one. */
function makeOlder(backups: string): string {
  const then = new Date(Date.now() - 30 * 3_600_000).toISOString();
  const time = then.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  for (const name of readdirSync(backups)) {
    renameSync(join(backups, name), join(backups, name.replace(/\d{8}T\d{6}Z/, time)));
  }
  return join(backups, readdirSync(backups).find((name) => name.endsWith('.db')) ?? '');
}

const reason = async (server: ServerProcess) => (await server.ask('/readyz')).body.reason ?? '';
const metric = async (server: ServerProcess) => {
  const { text } = await server.ask('/metrics');
  return /^adwarden_database_damaged (\d)$/m.exec(text)?.[1];
};
const found = async (server: ServerProcess, as: string) => {
  const { body } = await server.ask(`${calls.getFindings.path}?rule=database-damaged`, { as });
  return body.data.map(({ detail }: { detail: string }) => detail);
};
const rows = (checks: Check[]) =>
  checks.filter(({ what, state }) => /damaged/.test(what) && state !== 'ok');
const examined = async (server: ServerProcess, as: string) =>
  rows((await server.ask(calls.getSystemChecks.path, { as })).body.data);
async function doctor(env: Record<string, string>) {
  const { stdout } = await runCommand(built('cli/doctor'), ['--json'], { env });
  return (JSON.parse(stdout) as { checks: Check[] }).checks;
}

async function startWithApp(environment: Record<string, string>) {
  const server = await startServer(environment);
  const as = await server.signIn();
  const added = await server.ask('/apps/addApp', { method: 'POST', body: sampleAppForm(), as });
  const { appID, authToken } = added.body.data;
  return { server, as, ads: `/api/getAds?${new URLSearchParams({ appID, authToken })}` };
}

it('the check before a backup finds it, and what it says leads back', async () => {
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')];
  const environment = { DATA_DIR: dataDir, BACKUP_DIR: backups };
  const before = await startWithApp(environment);
  await expect
    .poll(
      () => existsSync(backups) && readdirSync(backups).some((name) => /\.sha256$/.test(name)),
      soon,
    )
    .toBe(true);
  expect(await metric(before.server)).toBe('0');
  expect(await examined(before.server, before.as)).toEqual([]);
  await before.server.stop();
  const newest = makeOlder(backups);
  damageTable(dataDir, 'saved_view');

  const server = await startServer(environment);
  const as = await server.signIn();
  await expect.poll(() => reason(server), soon).toMatch(/^the database is damaged \(.+\)$/);
  const said = await reason(server);
  expect(await metric(server)).toBe('1');
  await expect.poll(() => found(server, as), soon).toEqual([`T${said.slice(1)}.`]);
  const way = `"npm run restore -- ${newest} --check" says what it holds; stop the server, and "npm run restore -- ${newest}" restores it.`;
  const row = {
    name: 'damage',
    state: 'error',
    what: `T${said.slice(1)}`,
    todo: expect.stringContaining(way),
  };
  expect(await examined(server, as)).toMatchObject([row]);
  const { port } = new URL(server.address);
  const env = { ...environment, PORT: port, METRICS_TOKEN: metricsToken };
  expect(rows(await doctor(env))).toMatchObject([row]);
  // Only what needs the damaged page fails.
  expect(await server.ask(damagedCall, { as })).toMatchObject({
    status: 503,
    body: { message: words },
  });
  expect((await server.ask(calls.getAllApp.path, { as })).status).toBe(200);
  expect((await server.ask(before.ads)).status).toBe(200);
  await server.stop();

  // Without a server, the doctor itself checks the database.
  const alone = rows(await doctor(env));
  expect(alone).toMatchObject([{ ...row, what: expect.stringMatching(/is damaged \(.+\)$/) }]);
  const check = await runCommand(built('cli/backup'), ['--check'], { env });
  expect(check).toMatchObject({ status: 3, stderr: expect.stringMatching(/is damaged: /) });
  const restored = await runCommand(built('cli/restore'), [newest], { env });
  expect(restored.status, restored.stderr).toBe(0);
  const sound = await doctor(env);
  expect(sound.filter(({ name }) => name === 'damage')).toMatchObject([{ state: 'ok' }]);
  const again = await startServer(environment);
  const asAgain = await again.signIn();
  expect((await again.ask(damagedCall, { as: asAgain })).status).toBe(200);
  expect(await reason(again)).toBe('');
  await expect.poll(() => found(again, asAgain), soon).toEqual([]);
  await again.stop();
});

it('a call that meets it is enough, without backups', async () => {
  const dataDir = join(folder, 'without-backups');
  const before = await startWithApp({ DATA_DIR: dataDir });
  await before.server.stop();
  damageTable(dataDir, 'saved_view');
  const server = await startServer({ DATA_DIR: dataDir });
  const as = await server.signIn();
  expect(await reason(server)).toBe('');
  expect(await server.ask(damagedCall, { as })).toMatchObject({
    status: 503,
    body: { message: words },
  });
  await expect.poll(() => reason(server), soon).toMatch(/^the database is damaged/);
  const [row] = await examined(server, as);
  expect(row?.todo).toMatch(/restore the newest good backup .*"npm run restore -- FILE"/);
  await server.stop();
});

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  it('says so by its SQLSTATE', async () => {
    const postgres = await createPostgresDatabase();
    const environment = {
      DATA_DIR: join(folder, 'postgres'),
      DATABASE_URL: postgres.url,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const { server, as } = await startWithApp(environment);
    const { db, close } = await openDatabase({
      dataDir: '',
      postgres: { url: postgres.url, pool: 1, prepare: true },
    });
    // A statement that reads the table gets what PostgreSQL says of a page whose checksum is wrong.
    await sql`alter table saved_view rename to saved_view_whole`.execute(db);
    await sql`create function broken_rows() returns setof saved_view_whole language plpgsql as $$
      begin
        raise exception using errcode = 'XX001', message = 'invalid page in block 0 of relation "base/5/1"';
      end
    $$`.execute(db);
    await sql`create view saved_view as select * from broken_rows()`.execute(db);
    expect(await server.ask(damagedCall, { as })).toMatchObject({
      status: 503,
      body: { message: words },
    });
    const said = 'the database is damaged (invalid page in block 0 of relation "base/5/1")';
    await expect.poll(() => reason(server), soon).toBe(said);
    expect(await metric(server)).toBe('1');
    expect(await examined(server, as)).toMatchObject([{ name: 'damage', state: 'error' }]);
    await expect.poll(() => found(server, as), soon).toHaveLength(1);
    const { port } = new URL(server.address);
    const env = { ...environment, PORT: port, METRICS_TOKEN: metricsToken };
    expect(rows(await doctor(env))).toMatchObject([{ name: 'damage', state: 'error' }]);
    await close();
    await server.stop();
    await postgres.remove();
  });
});
