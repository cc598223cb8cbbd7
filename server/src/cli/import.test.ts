import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { type AppServer, openAppServer } from '../../test/app-server.ts';
import { adminEmail } from '../../test/calls.ts';
import { runCommand } from '../../test/run-command.ts';

const program = built('cli/import');
const folder = mkdtempSync(join(tmpdir(), 'adwarden-import-'));
let server: AppServer;
let appID: string;

beforeAll(async () => {
  server = await openAppServer({}, { database: 'sqlite' });
});
beforeEach(async () => {
  appID = (await server.add({ appName: 'Tide', note: 'before' })).appID;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Imports a file with the command, while the server runs; null for one that does not exist. */
async function run(content: string | Buffer | null, ...given: string[]) {
  rmSync(join(folder, 'apps.csv'), { force: true });
  if (content !== null) writeFileSync(join(folder, 'apps.csv'), content);
  const env = { ...server.place, INIT_CWD: folder };
  const { stdout, ...ended } = await runCommand(program, ['apps.csv', ...given], { env });
  return { ...ended, lines: stdout.split('\n') };
}

const noteOf = async (id: string) => {
  const { body } = await server.call('getAllApp', { as: server.admin, query: { appID: id } });
  return body.data[0].note;
};

it('shows what a file would do, and changes nothing', async () => {
  const { status, lines, stderr } = await run(`App ID,Note,Price\n${appID},after,7\n`, '--dry-run');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(lines).toEqual([
    'Columns that are not read: Price',
    '1 rows: 0 new, 1 changed, 0 unchanged, 0 refused',
    'Nothing was changed (--dry-run).',
  ]);
  expect(await noteOf(appID)).toBe('before');
});

it('imports a file as a batch of the administrator', async () => {
  const { status, lines, stderr } = await run(
    `id,Text\n${appID},after\n`,
    '--map',
    'id=appID',
    '--map',
    'Text=note',
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(lines[1]).toMatch(/^Imported: 1 done, 0 skipped, 0 failed, 0 refused \(batch \w+\)$/);
  expect(await noteOf(appID)).toBe('after');
  const entries = await server.entriesOf(appID);
  expect(entries.at(-1)).toMatchObject({ action: 'update', actorName: 'Administrator' });
  const { body } = await server.call('getBatches', { as: server.admin });
  expect(body.data[0]).toMatchObject({ title: 'Import of apps.csv', state: 'done' });
  expect((await run(`App ID,Note\n${appID},after\n`)).lines.at(-1)).toBe(
    'There is nothing to change.',
  );
});

it('prints what it has read otherwise than it stands in the file', async () => {
  const text = `sep=;\nApp ID;Note;Ads Status\n${appID};Gr\u00f6\u00dfe;FALSE\n`;
  const { lines } = await run(Buffer.from(text, 'latin1'), '--dry-run');
  expect(lines).toEqual([
    'Read from row 2, which has the headings',
    'The file is neither in UTF-8 nor in UTF-16, so it is read as Windows-1252. Are these texts right? Größe',
    'Ads Status: 1 cell FALSE read as off',
    '1 rows: 0 new, 1 changed, 0 unchanged, 0 refused',
    'Nothing was changed (--dry-run).',
  ]);
});

it('imports a file with refused rows only if told to', async () => {
  const file = `App ID,Note,Category\n${appID},after,\nnobody,x,Weather\n`;
  const refused = await run(file);
  expect([refused.status, refused.stderr]).toEqual([1, '']);
  expect(refused.lines).toEqual([
    '2 rows: 0 new, 0 changed, 0 unchanged, 2 refused',
    '  Row 2, Category: Please Select Category',
    '  Row 3, App ID: No application has this App ID. Leave it blank for a new application',
    'Nothing was changed, because rows were refused. --partly imports the others.',
  ]);
  const partly = await run(`App ID,Note\n${appID},after\nnobody,x\n`, '--partly');
  expect(partly.status).toBe(1);
  expect(partly.lines.at(-1)).toMatch(/^Imported: 1 done, 0 skipped, 0 failed, 1 refused/);
  expect(await noteOf(appID)).toBe('after');
});

it('is done by the administrator who is named', async () => {
  const file = `App ID,Note\n${appID},after\n`;
  const named = await run(file, '--as', adminEmail.toUpperCase(), '--dry-run');
  expect(named).toMatchObject({ status: 0, stderr: '' });
  const { status, stderr } = await run(file, '--as', 'nobody@example.com');
  expect([status, stderr]).toEqual([1, 'nobody@example.com is no administrator']);
});

it.each([
  [['more'], /Usage: npm run import/],
  [['--key', 'name'], /key must be one of/],
  [['--map', 'Note=secret'], /A column can be one of/],
  [['--map', 'x'], /A column can be one of/],
  [['--mode', 'delete'], /mode must be one of/],
])('says what is wrong with %j', async (given, message) => {
  const { status, stderr } = await run('App ID,Note\n', ...given);
  expect(status).toBe(1);
  expect(stderr).toMatch(message);
});

it('says what is wrong with a file', async () => {
  const missing = await run(null);
  expect(missing.stderr).toMatch(/^There is no file .*apps.csv$/);
  expect((await run('App ID,Note\n')).stderr).toBe('The file has no rows below its headings');
  expect((await run('App ID,Note\nx,"y\n')).stderr).toMatch(
    /^Row 2, column Note: a quote is opened/,
  );
});
