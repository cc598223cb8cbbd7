import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { type AppServer, openAppServer } from '../../test/servers/app-server.ts';
import { adminEmail } from '../../test/servers/calls.ts';
import { runCommand } from '../../test/servers/run-command.ts';

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
    "Category: 1 row without it (--defaults 'category=…')",
    'Nothing was changed, because rows were refused. --partly imports the others.',
  ]);
  const partly = await run(`App ID,Note\n${appID},after\nnobody,x\n`, '--partly');
  expect(partly.status).toBe(1);
  expect(partly.lines.at(-1)).toMatch(/^Imported: 1 done, 0 skipped, 0 failed, 1 refused/);
  expect(await noteOf(appID)).toBe('after');
});

const publishers = (name: string) =>
  `Name,Package,Category,Owner\n${name},com.${name.toLowerCase()},Puzzle,Mirra Lagon\n`;
const switches = ['visibleExtra=off', 'ipAddress=off'].flatMap((pair) => ['--defaults', pair]);

it('says what a file lacks, and takes it as --defaults and --values', async () => {
  const body = sampleUserForm({ userId: 'mira.lagoon', fullName: 'Mira Lagoon' });
  await server.call('createNewUser', { as: server.admin, body });
  const lacking = await run(publishers('Kelp'), ...switches, '--dry-run');
  expect(lacking.lines.slice(-5)).toEqual([
    "Ads Status: 1 row without it (--defaults 'adsStatus=…')",
    "App Status: 1 row without it (--defaults 'appStatus=…')",
    'Category: Puzzle is not known, 1 row, probably Games: Puzzle (--values)',
    'User: Mirra Lagon is not known, 1 row, probably mira.lagoon (--values)',
    'Nothing was changed (--dry-run).',
  ]);
  const said = [
    '--defaults',
    'adsStatus=on',
    '--defaults',
    'appStatus=in-develop',
    '--defaults',
    'note=a=b, "c" – \u05e9\u05dc\u05d5\u05dd',
  ];
  const values = {
    category: { puzzle: 'Games: Puzzle' },
    selectedUser: { 'Mirra Lagon': 'mira.lagoon' },
  };
  const done = await run(
    publishers('Kelp'),
    ...switches,
    ...said,
    '--values',
    JSON.stringify(values),
  );
  expect(done).toMatchObject({ status: 0, stderr: '' });
  const { body: list } = await server.call('getAllApp', {
    as: server.admin,
    query: { search: 'com.kelp' },
  });
  expect(list.data).toMatchObject([
    {
      appName: 'Kelp',
      userID: 'mira.lagoon',
      category: 'Games: Puzzle',
      adsStatus: 'on',
      appStatus: 'in-develop',
      note: 'a=b, "c" – \u05e9\u05dc\u05d5\u05dd',
    },
  ]);
});

it('takes --defaults as one JSON text, for rows with a blank cell too', async () => {
  const defaults = { adsStatus: 'on', appStatus: 'live', visibleExtra: 'off', ipAddress: 'off' };
  const file = 'Name,Package,Category,Status\nFoam,com.foam,Weather,\n';
  const { lines, status } = await run(file, '--defaults', JSON.stringify(defaults), '--dry-run');
  expect([status, lines.at(-2)]).toEqual([0, '1 rows: 1 new, 0 changed, 0 unchanged, 0 refused']);
});

it('is done by the administrator who is named', async () => {
  const file = `App ID,Note\n${appID},after\n`;
  const named = await run(file, '--as', adminEmail.toUpperCase(), '--dry-run');
  expect(named).toMatchObject({ status: 0, stderr: '' });
  const { status, stderr } = await run(file, '--as', 'nobody@example.com');
  expect([status, stderr]).toEqual([
    1,
    'nobody@example.com is no administrator, is disabled or may only view',
  ]);
});

it('is not done by an administrator who is disabled', async () => {
  const email = 'off@example.com';
  await server.db
    .insertInto('admin')
    .values({
      id: 'off',
      email,
      emailKey: email,
      fullName: 'Off',
      passwordHash: '',
      createdAt: 1,
      enabled: 'off',
    })
    .execute();
  const file = `App ID,Note\n${appID},after\n`;
  const { status, stderr } = await run(file, '--as', email, '--dry-run');
  expect([status, stderr]).toEqual([
    1,
    'off@example.com is no administrator, is disabled or may only view',
  ]);
  expect((await run(file, '--dry-run')).stderr, 'the only other one is the author').toBe('');
});

it.each([
  [['more'], /Usage: npm run import/],
  [['--key', 'name'], /key must be one of/],
  [['--map', 'Note=secret'], /A column can be one of/],
  [['--map', 'x'], /A column can be one of/],
  [['--mode', 'delete'], /mode must be one of/],
  [['--defaults', 'adsStatus'], /^defaults must be a JSON object of fields with a text each$/],
  [['--defaults', '["on"]'], /^defaults must be a JSON object/],
  [['--defaults', '{"note":7}'], /^defaults.note: A value must be a text of at most/],
  [['--defaults', 'Status=live'], /^defaults can name: country, appName/],
  [['--defaults', '=live'], /^defaults must be a JSON object/],
  [['--defaults', 'note=a', '--defaults', '{"note":"b"}'], /^defaults can name: /],
  [['--defaults', 'note=a', '--defaults', 'note=b'], /^defaults names note twice$/],
  [['--defaults', 'adsStatus=maybe'], /^defaults: Ads Status must be one of: on, off$/],
  [['--defaults', 'selectedUser=nobody'], /^defaults: Unknown owner: nobody$/],
  [['--values', 'category'], /^values must be a JSON object of fields/],
  [['--values', '{"category":"Puzzle"}'], /^values must be a JSON object of fields, each/],
  [['--values', '{"genre":{}}'], /^values can name: country/],
])('says what is wrong with %j', async (given, message) => {
  const { status, stderr } = await run('Package Name,Note\ncom.x,x\n', ...given);
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
