import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import type { Check } from '../../src/doctor/check.ts';
import { checkList } from '../../src/doctor/list.ts';
import { damageDatabase } from '../databases/damage-database.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../databases/postgres-database.ts';
import { bare, killServers, startServer } from '../servers/server-process.ts';

/* Every refusal of a start is an error of `npm run doctor`, with the same words. */

const folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
/** The data folder of a server that has started and stopped. */
const used = join(folder, 'used');
const otherKey = Buffer.alloc(32, 7).toString('base64');
let taken: Server;
let takenPort = '';
let database: PostgresDatabase | undefined;

beforeAll(async () => {
  const server = await startServer({ DATA_DIR: used });
  await server.stop();
  rmSync(join(used, 'ads.last-good.db'), { force: true });
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  takenPort = String((taken.address() as { port: number }).port);
  if (hasPostgres()) database = await createPostgresDatabase();
});
afterAll(async () => {
  taken?.close();
  killServers();
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program with nothing but these settings; returns what it has printed. */
function run(file: string, given: string[], settings: Record<string, string>) {
  const env = { ...bare, PORT: '0', LOG_LEVEL: 'silent', ...settings };
  const { promise, resolve } = Promise.withResolvers<string>();
  const options = { env, cwd: folder, timeout: 90_000 };
  execFile(process.execPath, [file, ...given], options, (_, stdout, stderr) =>
    resolve(`${stdout}${stderr}`.trim()),
  );
  return promise;
}

const copyOfUsed = () => {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  cpSync(used, dataDir, { recursive: true });
  return dataDir;
};
function change(dataDir: string, sql: string): string {
  const db = new DatabaseSync(join(dataDir, 'adwarden.db'));
  db.exec(sql);
  db.close();
  return dataDir;
}
const without = (file: string) => {
  const dataDir = copyOfUsed();
  rmSync(join(dataDir, file));
  return dataDir;
};
const withText = (file: string, text: string) => {
  const dataDir = existsSync(used) ? copyOfUsed() : '';
  writeFileSync(join(dataDir, file), text);
  return dataDir;
};
const textFile = () => {
  const file = join(mkdtempSync(join(folder, 'text-')), 'countries.mmdb');
  writeFileSync(file, 'no database '.repeat(1_000));
  return file;
};
const long = () => {
  const path = join(folder, 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(path, { recursive: true });
  return path;
};
const strong = { ADMIN_PASSWORD: 'harbour-lights-9' };
const postgres = (more = {}) => ({
  DATA_DIR: mkdtempSync(join(folder, 'data-')),
  SECRET_KEY: otherKey,
  DATABASE_URL: database?.url ?? '',
  ...more,
});

const cases: [keyof typeof checkList, string, () => Record<string, string>][] = [
  ['settings', 'a number', () => ({ WORKERS: '0' })],
  ['settings', 'two that do not fit', () => ({ EDGE_NAME: 'oslo' })],
  ['port', 'of another program', () => ({ PORT: takenPort })],
  ['port', 'of metrics', () => ({ METRICS_PORT: takenPort })],
  ['port', 'an address of nobody here', () => ({ HOST: '192.0.2.1' })],
  ['port', 'an unknown host', () => ({ HOST: 'nowhere.invalid' })],
  ['temporary folder', 'missing', () => ({ TMPDIR: join(folder, 'nowhere') })],
  ['temporary folder', 'too long', () => ({ TMPDIR: long() })],
  ['temporary folder', 'a file', () => ({ TMPDIR: textFile() })],
  ['country database', 'missing', () => ({ MMDB_FILE: join(folder, 'nowhere.mmdb') })],
  ['country database', 'a text', () => ({ MMDB_FILE: textFile() })],
  ['DATA_DIR', 'a file', () => ({ DATA_DIR: textFile() })],
  ['secret key', 'another one', () => ({ DATA_DIR: copyOfUsed(), SECRET_KEY: otherKey })],
  ['secret key', 'missing', () => ({ DATA_DIR: without('secret.key') })],
  ['secret key', 'a file that holds none', () => ({ DATA_DIR: withText('secret.key', 'x') })],
  ['database', 'away, where the folder knows one', () => ({ DATA_DIR: without('adwarden.db') })],
  [
    'database',
    'another one',
    () => ({ DATA_DIR: withText('database-id', `sqlite ${'0'.repeat(32)}\n`) }),
  ],
  [
    'database',
    'the embedded one instead of PostgreSQL',
    () => ({ DATA_DIR: withText('database-id', `postgres ${'0'.repeat(32)}\n`) }),
  ],
  ['database', 'an id that is damaged', () => ({ DATA_DIR: withText('database-id', 'x') })],
  [
    'database',
    'of a newer version',
    () => ({
      DATA_DIR: change(copyOfUsed(), `insert into kysely_migration values ('9999-later', '2026')`),
    }),
  ],
  [
    'damage',
    'a database that is none',
    () => {
      const dataDir = copyOfUsed();
      damageDatabase(dataDir);
      return { DATA_DIR: dataDir };
    },
  ],
  [
    'database',
    'a first password that everybody knows',
    () => ({ DATA_DIR: join(folder, 'new'), ADMIN_PASSWORD: 'Password1' }),
  ],
];
const onPostgres: typeof cases = [
  ['database', 'no first password', () => postgres()],
  [
    'database',
    'no such database',
    () => postgres({ DATABASE_URL: `${new URL('/not_there', database?.url).href}` }),
  ],
  ['settings', 'no key', () => postgres({ SECRET_KEY: '' })],
];

it.each([...cases, ...(hasPostgres() ? onPostgres : [])])('%s: %s', async (name, _, settings) => {
  const first = { DATA_DIR: mkdtempSync(join(folder, 'data-')), ...strong };
  const given = settings();
  const env = given.ADMIN_PASSWORD || given.DATABASE_URL ? given : { ...first, ...given };
  const [line = '', ...more] = (await run(built('main'), [], env)).split('\n');
  expect(more, line).toEqual([]);
  expect(line).toMatch(/^adwarden cannot start: ./);
  const { checks } = JSON.parse(await run(built('cli/doctor'), ['--json'], env)) as {
    checks: Check[];
  };
  const errors = checks.filter(({ state }) => state === 'error');
  const said = errors.flatMap(({ what, todo }) => [what, `${what}: ${todo}`]);
  const refusal = line.replace('adwarden cannot start: ', '');
  // The doctor also names the backup that may be restored.
  expect(name === 'damage' ? said.map((one) => one.slice(0, refusal.length)) : said).toContain(
    refusal,
  );
  expect(errors.map((error) => error.name)).toContain(name);
});

it('has a case of each check that refuses a start', () => {
  const refusing = Object.entries(checkList).flatMap(([name, one]) =>
    'stopsStart' in one ? [name] : [],
  );
  const tried = new Set<string>(cases.map(([name]) => name));
  // test/faults/foreign-files.test.ts tests the owner of a file.
  expect(refusing.filter((name) => !tried.has(name))).toEqual(['owner']);
});
