import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pathOf } from '@adwarden/contract/call';
import { doctorCalls, type SystemCheck } from '@adwarden/contract/doctor';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { openCountryDatabase } from '../../src/ads/callers/caller.database.ts';
import { bundledDatabase } from '../../src/ads/callers/caller.database-file.ts';
import { mmdbFile } from '../samples/mmdb-file.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* `npm run update-countries`, and a server that updates its database of countries by itself. */

const command = built('cli/update-countries');
const bundled = readFileSync(bundledDatabase());
const { builtAt } = openCountryDatabase(bundled);
/** Returns the bundled database with a later date: the last bytes of the metadata say when it was made. */
function madeLater(days: number): Buffer {
  const bytes = Buffer.from(bundled);
  const name = bytes.lastIndexOf('build_epoch') + 'build_epoch'.length;
  // A control byte of a 64-bit number: its type is in the second byte.
  const size = (bytes[name] ?? 0) & 31;
  bytes.writeUIntBE(builtAt / 1000 + days * 86_400, name + 2, size);
  return bytes;
}

let folder: string;
let dataDir: string;
let sent: Buffer | string;
let status: number;
let questions: number;
const server = createServer((_, response) => {
  questions += 1;
  response.writeHead(status).end(sent);
});
let address: string;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  address = `http://4711:pa%20ss@127.0.0.1:${port}/geo.tar.gz?token=hidden`;
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-update-'));
  dataDir = join(folder, 'data');
  status = 200;
  sent = gzipSync(madeLater(30), { level: 1 });
  questions = 0;
});
afterEach(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => server.close());

const update = (args: string[], env: Record<string, string> = {}) =>
  runCommand(command, args, { env: { DATA_DIR: dataDir, INIT_CWD: folder, ...env } });

/** Returns the days of all processes that answer ads, and of the office: when the data of their database was made. */
async function daysOf({ ask }: ServerProcess): Promise<number[]> {
  const { text } = await ask('/metrics');
  return [...text.matchAll(/^adwarden_country_database_built_seconds\S* (\d\S*)$/gm)].map(
    ([, seconds]) => Math.round((Number(seconds) * 1000 - builtAt) / 86_400_000),
  );
}
const checkOf = async ({ ask, signIn }: ServerProcess) => {
  const { body } = await ask(pathOf(doctorCalls.getSystemChecks), { as: await signIn() });
  return (body.data as SystemCheck[]).find(({ name }) => name === 'country database');
};

test('the command fetches an address before the first start, and the server begins with it', async () => {
  const { status: code, stdout, stderr } = await update([address]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^Wrote .+countries\.mmdb \(\d+\.\d MB\): data of \d\d \w+ 2026, \d+ of 100/,
  );
  const running = await startServer({ DATA_DIR: dataDir });
  expect(await daysOf(running)).toContain(30);
  expect(new Set(await daysOf(running)).size).toBe(1);
});

test('all processes of a running server take what the command brings, without a restart', async () => {
  const running = await startServer({ DATA_DIR: dataDir, WORKERS: '2' });
  const before = await daysOf(running);
  expect(new Set(before)).toEqual(new Set([0]));
  writeFileSync(join(folder, 'Länder neu.mmdb'), madeLater(45));
  expect((await update(['Länder neu.mmdb'])).status).toBe(0);
  await expect.poll(() => daysOf(running)).toEqual(before.map(() => 45));
  expect(await checkOf(running)).toMatchObject({ state: 'ok' });
});

test('with MMDB_FILE the command replaces that file', async () => {
  const file = join(folder, 'vendor.mmdb');
  writeFileSync(file, bundled);
  expect((await update([address], { MMDB_FILE: file })).stdout).toContain(`${file}.old`);
  expect(readFileSync(`${file}.old`).equals(bundled)).toBe(true);
  expect(openCountryDatabase(readFileSync(file)).builtAt).toBe(builtAt + 30 * 86_400_000);
});

test.each([
  ['nothing', [], {}, /^Usage: npm run update-countries/],
  ['two', ['a', 'b'], {}, /^Usage: npm run update-countries/],
  ['another protocol', ['ftp://example.com/geo'], {}, /must begin with http/],
  ['an unknown option', ['--yes'], {}, /--yes/],
  ['a file that is not there', ['keine.mmdb'], {}, /was not updated.*there is no such file/],
  ['an address without a password', [], { COUNTRY_DATABASE_URL: 'x' }, /COUNTRY_DATABASE_URL must/],
  ['only an interval', [], { COUNTRY_DATABASE_EVERY: '24' }, /COUNTRY_DATABASE_URL must be set/],
  [
    'an interval in words',
    [],
    { COUNTRY_DATABASE_EVERY: 'daily' },
    /COUNTRY_DATABASE_EVERY must be/,
  ],
])('the command refuses %s in words', async (_, args, env, words) => {
  const { status: code, stderr } = await update(args as string[], env);
  expect(code).toBe(1);
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/^ {4}at /m);
});

test.each([
  ['office and ads', {}],
  ['an edge', { ROLE: 'ads', OFFICE_URL: 'http://127.0.0.1:9', EDGE_KEY: 'a'.repeat(64) }],
])('with COUNTRY_DATABASE_EVERY %s fetch it soon after the start, once', async (_, role) => {
  const settings = {
    DATA_DIR: dataDir,
    COUNTRY_DATABASE_URL: address,
    COUNTRY_DATABASE_EVERY: '24',
    ...role,
  };
  const running = await startServer(settings);
  await expect.poll(async () => (await daysOf(running)).at(0), { timeout: 60_000 }).toBe(30);
  await running.kill();
  const again = await startServer(settings);
  expect(await daysOf(again)).toContain(30);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(questions).toBe(1);
});

test('a failure is told in the log and in System Check, without the address’s secrets', async () => {
  sent = '<html>Too many downloads</html>';
  const running = await startServer({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    COUNTRY_DATABASE_URL: address,
    COUNTRY_DATABASE_EVERY: '1',
  });
  const told = () =>
    running
      .output()
      .split('\n')
      .filter((line) => line.includes('not updated'));
  await expect.poll(() => told().length, { timeout: 60_000 }).toBe(1);
  expect(JSON.parse(told()[0] ?? '')).toMatchObject({
    level: 40,
    reason: expect.stringContaining('it is a page (HTML), no database'),
  });
  const check = await checkOf(running);
  expect(check).toMatchObject({
    state: 'warning',
    what: expect.stringContaining('it is a page (HTML)'),
    todo: expect.stringContaining('npm run update-countries -- URL or file'),
  });
  expect(running.output() + JSON.stringify(check)).not.toMatch(/hidden|pa ss|pa%20ss/);
  expect(readdirSync(dataDir)).not.toContain('countries.mmdb');
});

test('a small database is refused although it can be read', async () => {
  sent = mmdbFile({ '8.0.0.0/8': { country_code: 'US' } });
  expect((await update([address])).stderr).toMatch(/only \d+ of 100 well-known addresses/);
});
