import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* A real server that backs its database up by itself, and what `npm run restore -- FILE --check` says of the backup. */

const restore = built('cli/restore');
const soon = { interval: 200 };
let folder: string;
let dataDir: string;
let backups: string;
let server: ServerProcess;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
  [dataDir, backups] = [join(folder, 'data'), join(folder, 'made', 'backups')];
  server = await startServer({ DATA_DIR: dataDir, BACKUP_DIR: backups });
  const as = await server.signIn();
  await server.ask('/apps/addApp', { method: 'POST', body: sampleAppForm(), as });
});
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

const check = (path: string, env: Record<string, string> = {}) =>
  runCommand(restore, [path, '--check'], { env: { DATA_DIR: dataDir, ...env } });

it('makes one soon after its start, which only its owner can read, and says so in its metrics', async () => {
  const whole = /^adwarden-[0-9a-f]{8}-\d{8}T\d{6}Z\.db$/;
  const made = () =>
    existsSync(backups) ? readdirSync(backups).filter((name) => whole.test(name)) : [];
  await expect.poll(made, soon).toHaveLength(1);
  const [name = ''] = made();
  file = join(backups, name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(backups).mode & 0o777).toBe(0o700);
  const value = async (metric: string) => {
    const { text } = await server.ask('/metrics');
    return Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  await expect.poll(() => value('adwarden_backup_bytes'), soon).toBe(statSync(file).size);
  const age = (await value('adwarden_backup_last_seconds')) - Date.now() / 1000;
  expect(Math.abs(age)).toBeLessThan(60);
});

it('tells what a backup holds, and whether the key opens its secrets', async () => {
  const { status, stdout } = await check(file);
  expect(stdout).toMatch(/is a whole backup of \d+\.\d MB/);
  expect(stdout).toMatch(/- 1 application, 0 users, 1 administrator\n/);
  expect(stdout).toMatch(
    /entries of the log of changes, the last one of \d\d \w{3} \d{4}, \d\d:\d\d UTC/,
  );
  expect(stdout).toMatch(/- the schema \d{4}-\S+, made by Adwarden \d/);
  expect(stdout).toMatch(/secret\.key opens its secrets\.$/);
  expect(status).toBe(0);
  const other = await check(file, { SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
  expect(other.stdout).toMatch(/SECRET_KEY DOES NOT OPEN ITS SECRETS/);
  const nowhere = await check(file, { DATA_DIR: join(folder, 'nowhere') });
  expect(nowhere.stdout).toMatch(/nobody knows whether its secrets can be opened here/);
  expect(existsSync(join(folder, 'nowhere')), 'it makes nothing').toBe(false);
});

it.each([
  ['that is empty', '', /is empty: take another backup/],
  ['of another kind', 'PK\u0003\u0004 a zip file', /is a zip archive: unpack it first/],
])('refuses a file %s', async (_, content, message) => {
  const path = join(folder, 'other.db');
  writeFileSync(path, content);
  const { status, stderr } = await check(path);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n/);
  expect(status).toBe(1);
});

it('a stop leaves the backup, and nothing beside it', async () => {
  expect(await server.stop()).toEqual([0, null]);
  expect(readdirSync(backups)).toHaveLength(2);
});
