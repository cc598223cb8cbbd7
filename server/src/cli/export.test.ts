import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { type AppServer, openAppServer } from '../../test/servers/app-server.ts';
import { runCommand } from '../../test/servers/run-command.ts';

const program = built('cli/export');
const folder = mkdtempSync(join(tmpdir(), 'adwarden-export-'));
let server: AppServer;

beforeAll(async () => {
  server = await openAppServer({}, { database: 'sqlite' });
  await server.add({ appName: '=Tide', selectedUser: 'ada' });
  await server.add({ appName: 'Sea', adsStatus: 'off' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command in the folder while the server runs. */
const run = (...given: string[]) =>
  runCommand(program, given, { env: { ...server.place, INIT_CWD: folder } });
const written = (name: string) => readFileSync(join(folder, name), 'utf8');

it('writes the same files as the API', async () => {
  expect(await run('apps.csv')).toMatchObject({ status: 0, stderr: '' });
  expect(written('apps.csv')).toBe((await server.call('exportApps', { as: server.admin })).text);
  expect(statSync(join(folder, 'apps.csv')).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder, 'apps.csv.part'))).toBe(false);

  const where = ['--where', 'adsStatus=on&sort=appName', '--columns', 'appName,userID'];
  expect((await run('apps.json', ...where)).stdout).toMatch(/^Wrote .*apps\.json \(0\.0 MB\)\.$/);
  expect(JSON.parse(written('apps.json'))).toEqual([{ appName: '=Tide', userID: 'ada' }]);

  expect((await run('users.csv', '--users')).status).toBe(0);
  expect(written('users.csv')).toBe((await server.call('exportUsers', { as: server.admin })).text);
});

it('replaces a file only if told to', async () => {
  expect((await run('again.json')).status).toBe(0);
  const before = written('again.json');
  const refused = await run('again.json', '--columns', 'appID');
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^Nothing was exported\. .*again\.json exists; --force replaces it$/,
  );
  expect(written('again.json')).toBe(before);
  expect((await run('again.json', '--columns', 'appID', '--force')).status).toBe(0);
  expect(written('again.json')).not.toBe(before);
});

it.each([
  [[], /Usage: npm run export/],
  [['apps.xls'], /Usage: npm run export/],
  [['a.csv', 'b.csv'], /Usage: npm run export/],
  [['c.csv', '--columns', 'password'], /columns must be some of these/],
  [['c.csv', '--where', 'page=1'], /Unknown parameter: page/],
  [['c.csv', '--passwords'], /Unknown option/],
])('says what is wrong with %j', async (given, message) => {
  const { status, stderr } = await run(...given);
  expect(status).toBe(1);
  expect(stderr).toMatch(message);
  expect(existsSync(join(folder, 'c.csv'))).toBe(false);
});
