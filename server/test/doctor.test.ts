import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../deploy/programs/built.ts';
import { openMailServer } from '../../deploy/programs/mail-server.ts';
import type { Check } from '../src/doctor/check.ts';
import { checkMemory } from '../src/doctor/machine.checks.ts';
import { metricsToken } from './calls.ts';
import { runCommand } from './run-command.ts';
import { killServers, type ServerProcess, startServer } from './server-process.ts';

/* `npm run doctor` beside a real server, and where something is wrong. */

const command = built('cli/doctor');
const otherKey = Buffer.alloc(32, 7).toString('base64');
let folder: string;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
  dataDir = join(folder, 'data');
  server = await startServer({ DATA_DIR: dataDir });
});
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

/** What it finds with these settings, and its exit code. */
async function doctor(env: Record<string, string> = {}) {
  const { port } = new URL(server.address);
  const { status, stdout } = await runCommand(command, ['--json'], {
    env: { DATA_DIR: dataDir, PORT: port, METRICS_TOKEN: metricsToken, ...env },
  });
  const { checks, errors, warnings } = JSON.parse(stdout) as {
    checks: Check[];
    errors: number;
    warnings: number;
  };
  const of = (name: string) => checks.filter((check) => check.name === name);
  return { status, checks, errors, warnings, of };
}

describe('beside a server that is well', () => {
  it('finds no error, says what is missing, and what to do', async () => {
    const { status, errors, of, checks } = await doctor();
    expect(checks.filter(({ state }) => state === 'error')).toEqual([]);
    expect([status, errors]).toEqual([0, 0]);
    expect(of('server')).toMatchObject(
      [{ state: 'ok', what: /is ready, Adwarden \d/ }].map(asWhat),
    );
    expect(of('secret key')).toMatchObject(
      [{ state: 'ok', what: /secret\.key opens/ }].map(asWhat),
    );
    expect(of('database')).toMatchObject([{ state: 'ok', what: /^SQLite 3/ }].map(asWhat));
    expect(of('clock')).toMatchObject([{ state: 'ok' }]);
    expect(of('backups')).toMatchObject([
      { state: 'warning', todo: 'Set BACKUP_DIR to a folder on another disk.' },
    ]);
    for (const { state, why, todo } of checks) expect(state === 'ok', why + todo).toBe(!todo);
  });

  it.each([
    ['lies in DATA_DIR', 'warning', () => join(dataDir, 'kept/backups')],
    ['is on the disk of DATA_DIR', 'note', () => join(folder, 'data-backups')],
  ])('says when BACKUP_DIR %s', async (words, state, place) => {
    const { of, errors } = await doctor({ BACKUP_DIR: place() });
    expect(of('BACKUP_DIR')).toMatchObject([
      { state, what: `BACKUP_DIR ${place()} ${words}` },
      { state: 'ok' },
    ]);
    expect(errors).toBe(0);
  });

  it('without METRICS_TOKEN and METRICS_PORT says its state, and how to know more', async () => {
    const { of } = await doctor({ METRICS_TOKEN: '' });
    expect(of('server')).toMatchObject(
      [{ state: 'ok', what: /is ready\. With METRICS_PORT or METRICS_TOKEN/ }].map(asWhat),
    );
  });

  it('prints it for people, the worst first', async () => {
    const { status, stdout } = await runCommand(command, [], {
      env: {
        DATA_DIR: dataDir,
        PORT: new URL(server.address).port,
        METRICS_TOKEN: metricsToken,
      },
    });
    expect(stdout).toMatch(
      /^warning +The server makes no backups by itself\n +Why: .+\n +Do: +Set BACKUP_DIR/m,
    );
    // A machine that is short of memory has a warning of its own.
    const states = [...stdout.matchAll(/^(warning|ok) /gm)].map(([, state]) => state);
    expect(states).toEqual(states.toSorted().toReversed());
    const warnings = states.filter((state) => state === 'warning').length;
    expect(stdout).toMatch(new RegExp(`\n0 errors, ${warnings} warnings?\\.$`));
    expect(status).toBe(0);
  });

  it('says that the mail server answers', async () => {
    const mailServer = await openMailServer();
    const { of } = await doctor({ SMTP_URL: mailServer.url });
    expect(of('mail')).toMatchObject([{ state: 'ok', what: expect.stringMatching(/answers$/) }]);
    await mailServer.close();
  });

  it('tells nobody the password that a mail server repeats', async () => {
    const mailServer = await openMailServer({
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        const sent = Buffer.from(`\0${username}\0${password}`).toString('base64');
        done(new Error(`AUTH PLAIN ${sent} (${password}) is refused`));
      },
    });
    const url = mailServer.url.replace('//', '//ada:ebb%2Bflow@');
    const { of, checks } = await doctor({ SMTP_URL: url });
    expect(of('mail')).toMatchObject([
      { state: 'warning', what: expect.stringMatching(/AUTH PLAIN … \(…\) is refused$/) },
    ]);
    const all = JSON.stringify(checks);
    expect(all).not.toContain('ebb+flow');
    expect(all).not.toContain(Buffer.from('ebb+flow').toString('base64').slice(0, 8));
    await mailServer.close();
  });

  it('tells of requests with forwarded headers from an address that TRUST_PROXY does not name', async () => {
    await fetch(`${server.address}/healthz`, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    await fetch(`${server.address}/apps/getCategory`, {
      headers: { 'x-forwarded-for': '192.0.2.7' },
    });
    const [found] = (await doctor()).of('proxy');
    expect(found?.what).toMatch(/^\d+ requests? since the start came with forwarded headers/);
  });
});

const asWhat = <T extends { what?: RegExp }>({ what, ...more }: T) => ({
  ...more,
  ...(what && { what: expect.stringMatching(what) }),
});

describe('where something is wrong', () => {
  it.each<[string, Record<string, string>, string, Partial<Check>]>([
    ['a setting', { WORKERS: '0' }, 'settings', { state: 'error' }],
    [
      'a name',
      { ADS_MAXAGE: '3' },
      'settings',
      { what: 'ADS_MAXAGE is no setting; is ADS_MAX_AGE meant?' },
    ],
    [
      'the key',
      { SECRET_KEY: otherKey },
      'secret key',
      { what: 'SECRET_KEY is not the key that the secrets in the database are sealed with' },
    ],
    ['no proxy', { PUBLIC_URL: 'https://127.0.0.1:1' }, 'proxy', { state: 'warning' }],
    ['the address', { PUBLIC_URL: 'https://127.0.0.1:1' }, 'certificate', { state: 'warning' }],
    [
      'the path of the address',
      { PUBLIC_URL: 'http://127.0.0.1:1', BASE_PATH: '/ads/' },
      'settings',
      { what: 'PUBLIC_URL does not end with BASE_PATH, /ads', state: 'warning' },
    ],
    ['no server', { PORT: '1' }, 'server', { state: 'note' }],
    ['many processes', { WORKERS: '64' }, 'workers', { state: 'warning' }],
    [
      'the mail server',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      'mail',
      {
        ...{ state: 'warning' },
        what: expect.stringContaining(
          '127.0.0.1:1 (SMTP_URL) cannot be used: 127.0.0.1:1: connect',
        ),
      },
    ],
  ])('finds it: %s', async (_, env, name, expected) => {
    expect((await doctor(env)).of(name)).toContainEqual(expect.objectContaining(expected));
  });

  it('a folder that does not exist is a note, and stays away', async () => {
    const nowhere = join(folder, 'no', 'where');
    const { status, of } = await doctor({ DATA_DIR: nowhere });
    expect(of('database')).toMatchObject([{ state: 'note' }]);
    expect(of('DATA_DIR')).toMatchObject([{ state: 'ok' }]);
    expect([status, existsSync(join(folder, 'no'))]).toEqual([0, false]);
  });

  it('a file in the place of the folder is an error in words', async () => {
    const file = join(folder, 'a file');
    writeFileSync(file, '');
    const { status, of } = await doctor({ DATA_DIR: file });
    expect(of('DATA_DIR')).toMatchObject([
      { state: 'error', what: expect.stringMatching(/it is a file|a part of the path/) },
    ]);
    expect(status).toBe(1);
  });

  it('a database of the first release is examined, and not migrated', async () => {
    const old = mkdtempSync(join(folder, 'old-'));
    const stored = new URL('./fixtures/releases/0.1.0/sqlite.db.gz', import.meta.url);
    writeFileSync(join(old, 'adwarden.db'), gunzipSync(readFileSync(stored)));
    for (const time of ['first', 'second']) {
      const { of } = await doctor({ DATA_DIR: old });
      expect(of('schema'), time).toMatchObject([{ state: 'note' }]);
      expect(of('database'), time).toMatchObject([{ state: 'ok' }]);
      expect(of('clock'), time).toHaveLength(1);
    }
  });

  it('a damaged database is an error, and the rest is examined nevertheless', async () => {
    const damaged = mkdtempSync(join(folder, 'damaged-'));
    writeFileSync(join(damaged, 'adwarden.db'), 'not a database '.repeat(1000));
    const { status, of } = await doctor({ DATA_DIR: damaged });
    expect(of('database')).toMatchObject([{ state: 'error' }]);
    expect(of('memory')).toHaveLength(1);
    expect(status).toBe(1);
  });

  it.runIf(process.platform !== 'win32')('a key that others can read is an error', async () => {
    chmodSync(join(dataDir, 'secret.key'), 0o644);
    const { of, status } = await doctor();
    chmodSync(join(dataDir, 'secret.key'), 0o600);
    expect(of('key file')).toMatchObject([{ state: 'error' }]);
    expect(status).toBe(1);
  });

  it('a database that never answers ends after a while', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const began = performance.now();
    const { of, status } = await doctor({
      ...{ DATA_DIR: join(folder, 'silent'), SECRET_KEY: otherKey },
      DATABASE_URL: `postgres://ada:secret@127.0.0.1:${port}/x`,
    });
    silent.close();
    expect(of('database')).toMatchObject([{ state: 'error' }]);
    expect(JSON.stringify(of('database'))).not.toContain('secret@');
    expect([status, performance.now() - began < 30_000]).toEqual([1, true]);
  });
});

it.each([
  [100, 1, 400e6, 'ok'],
  [100, 1, 300e6, 'warning'],
  [100_000, 1, 512e6, 'error'],
  [100_000, 1, 1e9, 'ok'],
  [100_000, 4, 1e9, 'error'],
])('memory for %i apps and %i processes: %d bytes are %s', (apps, workers, bytes, state) => {
  expect(checkMemory({ workers, role: 'all' }, apps, bytes).state).toBe(state);
});
