import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgresOf from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import type { Check } from '../../src/doctor/check.ts';
import { addKeptApp } from '../databases/kept-app.ts';
import { createPostgresDatabase, hasPostgres } from '../databases/postgres-database.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, nobody, type ServerProcess, startServer } from '../servers/server-process.ts';
import { mayMount, newDisk } from './small-disk.ts';

/* Files and tables that the server may not use, because they belong to somebody else: it says whose, and how to mend it. */

const soon = { timeout: 60_000, interval: 100 };
const isRoot = process.getuid?.() === 0;
const folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
/** The data folder of a server that has stopped, with one app. */
const kept = join(folder, 'kept');
let ads = '';

async function fillAndStop(server: ServerProcess, dataDir: string): Promise<string> {
  const path = await addKeptApp(server, dataDir);
  await server.stop();
  return path;
}

/** Makes the same folder for the user `nobody`. */
function folderOfNobody(): string {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  cpSync(kept, dataDir, { recursive: true });
  execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, dataDir]);
  return dataDir;
}

const readyz = async (server: ServerProcess) => (await server.ask('/readyz')).body;

async function doctor(env: Record<string, string>, user: Partial<typeof nobody> = {}) {
  const { status, stdout } = await runCommand(built('cli/doctor'), ['--json'], { env, ...user });
  return { status, checks: (JSON.parse(stdout) as { checks: Check[] }).checks };
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  ads = await fillAndStop(await startServer({ DATA_DIR: kept }), kept);
});
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!isRoot)('a file that shuts out the user of the server', () => {
  it.each([
    'adwarden.db',
    'adwarden.db-shm',
    'adwarden.lock',
    'office.lock',
    'database-id',
    'secret.key',
  ])(
    '%s of root: ads go on, all say whose it is, and all is well when it is given back',
    async (name) => {
      const DATA_DIR = folderOfNobody();
      const file = join(DATA_DIR, name);
      execFileSync('touch', [file]);
      chownSync(file, 0, 0);
      chmodSync(file, 0o600);
      const words = `The file ${file} belongs to root, and nobody may not use it`;
      const server = await startServer({ DATA_DIR }, undefined, nobody);
      const answer = await server.ask(ads);
      expect([answer.status, answer.body.data?.appName], answer.text).toEqual([200, 'Kept']);
      await expect
        .poll(async () => (await readyz(server)).reason, soon)
        .toContain(`${words}: chown nobody ${file}`);
      expect((await server.ask('/readyz')).status).toBe(200);

      const { status, checks } = await doctor({ DATA_DIR });
      expect(status).toBe(1);
      expect(checks).toContainEqual(
        expect.objectContaining({ state: 'error', what: words, todo: `chown nobody ${file}` }),
      );

      chownSync(file, nobody.uid, nobody.gid);
      await expect.poll(async () => (await readyz(server)).status, soon).toBe('ready');
      await server.stop();
    },
  );

  it.each([
    ['adwarden.db', 0o000, 0o600],
    ['secret.key', 0o200, 0o600],
    ['ads.last-good.db', 0o400, 0o600],
    ['.', 0o500, 0o700],
  ])(
    '%s shuts out its own owner by its mode, and is said in the same way',
    async (name, bad, good) => {
      const DATA_DIR = folderOfNobody();
      const file = join(DATA_DIR, name);
      chmodSync(file, bad);
      const which = name === '.' ? 'DATA_DIR' : 'The file';
      const words = `${which} ${file} has a mode with which its owner, nobody, may not use it`;
      const todo = `chmod ${good.toString(8)} ${file}`;
      for (const user of [nobody, {}]) {
        const { checks } = await doctor({ DATA_DIR }, user);
        expect(checks).toContainEqual(
          expect.objectContaining({ name: 'owner', state: 'error', what: words, todo }),
        );
      }
      const server = await startServer({ DATA_DIR, LOG_LEVEL: 'warn' }, undefined, nobody);
      await expect.poll(server.output, soon).toContain(`${words}. ${todo}`);
      expect((await server.ask(ads)).body.data?.appName).toBe('Kept');
      chmodSync(file, good);
      await expect.poll(async () => (await readyz(server)).status, soon).toBe('ready');
      await server.stop();
    },
  );

  it.each<[string, (file: string) => void, RegExp]>([
    [
      'a link to a disk that is not mounted',
      (file) => symlinkSync('/nowhere/adwarden.db', file),
      /The database \S+ is a link to \/nowhere\/adwarden\.db, which is not there: put that file back, or mount its disk/,
    ],
    ['a folder', mkdirSync, /The database \S+ is no file: move it away, and restore a backup/],
  ])('%s in the place of the database is called so, and ads go on', async (_, put, words) => {
    const DATA_DIR = folderOfNobody();
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(DATA_DIR, `adwarden.db${end}`), { force: true });
    put(join(DATA_DIR, 'adwarden.db'));
    const server = await startServer({ DATA_DIR }, undefined, nobody);
    expect((await server.ask(ads)).body.data?.appName).toBe('Kept');
    await expect.poll(async () => (await readyz(server)).reason, soon).toMatch(words);
    const { checks } = await doctor({ DATA_DIR }, nobody);
    const said = checks.map(({ what, todo }) => `${what}: ${todo}`);
    expect(said).toContainEqual(expect.stringMatching(words));
    await server.stop();
  });

  it.skipIf(!mayMount)('a read-only disk is called so, and not a missing right', async () => {
    const DATA_DIR = newDisk(64);
    cpSync(kept, DATA_DIR, { recursive: true });
    execFileSync('mount', ['-o', 'remount,ro', DATA_DIR]);
    const server = await startServer({ DATA_DIR });
    await expect.poll(async () => (await readyz(server)).reason, soon).toMatch(/read-only/);
    const { checks } = await doctor({ DATA_DIR });
    expect(JSON.stringify([await readyz(server), checks])).not.toMatch(
      /give the user of the server/,
    );
    await server.stop();
    execFileSync('mount', ['-o', 'remount,rw', DATA_DIR]);
  });

  it.each([
    ['admin', ['list']],
    ['backup', ['--check']],
    ['compact', []],
    ['export', ['apps.csv']],
    ['migrate', []],
    ['reseal', []],
    ['restore', ['kept.db']],
    ['update-countries', ['countries.mmdb']],
  ])(
    'a command of another user is refused, and says whose folder it is: %s',
    async (name, given) => {
      const DATA_DIR = folderOfNobody();
      chmodSync(DATA_DIR, 0o700);
      const daemon = { uid: 1, gid: 1 };
      const { status, stderr } = await runCommand(built(`cli/${name}`), given, {
        env: { DATA_DIR },
        ...daemon,
      });
      expect(status).toBe(1);
      expect(stderr).toContain(
        `DATA_DIR ${DATA_DIR} belongs to nobody, and daemon may not use it: run this as nobody (sudo -u nobody …)`,
      );
    },
  );

  it('does not come from a command of root', async () => {
    const DATA_DIR = folderOfNobody();
    for (const lock of ['adwarden.lock', 'office.lock']) rmSync(join(DATA_DIR, lock));
    const given = ['add', 'mara@example.com', '--password-stdin'];
    const added = await runCommand(built('cli/admin'), given, {
      env: { DATA_DIR },
      input: 'harbour-lights-9\n',
    });
    expect([added.status, added.stderr]).toEqual([0, '']);
    const owners = readdirSync(DATA_DIR).map((name) => [name, lstatSync(join(DATA_DIR, name)).uid]);
    expect(owners).toContainEqual(['adwarden.lock', nobody.uid]);
    expect(owners.filter(([, uid]) => uid !== nobody.uid)).toEqual([]);
  });
});

describe.skipIf(!hasPostgres())('tables that the user of DATABASE_URL may not use', () => {
  it.each([
    [
      'a table of another owner',
      'revoke all on app from keeper',
      /may not read and write its tables \(app\)/,
    ],
    ['a wrong password', `alter role keeper nologin`, /28000: /],
  ])('%s: ads go on, and the balancer takes another node', async (_, fault, words) => {
    const database = await createPostgresDatabase();
    const sql = postgresOf(database.url, { max: 1, onnotice: () => {} });
    await sql`drop role if exists keeper`;
    await sql`create role keeper login`;
    const [{ name }] = (await sql`select current_database() as name`) as unknown as [
      { name: string },
    ];
    await sql.unsafe(
      `grant all on database ${name} to keeper; alter schema public owner to keeper`,
    );
    await sql`create extension if not exists pg_trgm`;
    const url = Object.assign(new URL(database.url), { username: 'keeper' }).href;
    const DATA_DIR = mkdtempSync(join(folder, 'data-'));
    const settings = { DATA_DIR, DATABASE_URL: url, SECRET_KEY: 'd'.repeat(64) };
    const path = await fillAndStop(await startServer(settings), DATA_DIR);
    await sql.unsafe(`alter table app owner to ${new URL(database.url).username || 'postgres'}`);
    await sql.unsafe(`grant all on app to keeper; ${fault}`);
    const server = await startServer(settings);
    const answer = await server.ask(path);
    expect(answer.status, answer.text + server.output()).toBe(200);
    await expect.poll(async () => (await readyz(server)).reason, soon).toMatch(words);
    expect((await server.ask('/readyz')).status).toBe(503);
    const { status, checks } = await doctor(settings);
    expect(status).toBe(1);
    const [found] = checks.filter((check) => check.name === 'database');
    expect(found).toMatchObject({ state: 'error', what: expect.stringMatching(words) });
    await sql.unsafe('alter role keeper login; grant all on app to keeper');
    await expect.poll(async () => (await readyz(server)).status, soon).toBe('ready');
    await server.stop();
    await sql.unsafe(
      'reassign owned by keeper to current_user; drop owned by keeper; drop role keeper',
    );
    await sql.end();
    await database.remove();
  });

  it.each([
    [
      'a right to make tables',
      `alter schema public owner to current_user; revoke create on schema public from public`,
      /^adwarden cannot start: DATABASE_URL cannot be used: its user \w+ may not make tables in the schema public: sign in as the owner/,
    ],
    [
      'a schema',
      'drop schema public',
      /^adwarden cannot start: DATABASE_URL cannot be used: it has no schema that this user may use: run create schema/,
    ],
    [
      'room beside another program',
      'create table session (id int)',
      /^adwarden cannot start: DATABASE_URL cannot be used: it has tables of another program \(session\): give Adwarden/,
    ],
  ])(
    'a first start without %s is refused with the words of the doctor',
    async (_, fault, words) => {
      const database = await createPostgresDatabase();
      const sql = postgresOf(database.url, { max: 1, onnotice: () => {} });
      await sql`drop role if exists guest`;
      await sql`create role guest login`;
      await sql.unsafe(fault);
      const isOwn = fault.startsWith('create');
      const url = isOwn
        ? database.url
        : Object.assign(new URL(database.url), { username: 'guest' }).href;
      const settings = {
        DATA_DIR: mkdtempSync(join(folder, 'data-')),
        DATABASE_URL: url,
        SECRET_KEY: 'd'.repeat(64),
      };
      const message = await startServer(settings).then(
        () => 'it has started',
        (error: Error) => error.message.replace(/^.*?: /, '').trim(),
      );
      expect(message).toMatch(words);
      const { checks } = await doctor(settings);
      const lines = checks
        .filter(({ state }) => state === 'error')
        .map(({ what, todo }) => `adwarden cannot start: ${what}: ${todo}`);
      expect(lines).toContain(message);
      await sql`drop role guest`;
      await sql.end();
      await database.remove();
    },
  );
});
