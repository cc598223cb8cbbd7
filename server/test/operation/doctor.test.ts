import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { openMailServer } from '../../../deploy/programs/mail-server.ts';
import { childrenOf } from '../../../deploy/programs/process-tree.ts';
import type { Check } from '../../src/doctor/check.ts';
import { checkMemory } from '../../src/doctor/machine.checks.ts';
import { kindOfAddress } from '../../src/kit/outside/address-kind.ts';
import { onPostgres } from '../databases/on-postgres.ts';
import { metricsToken } from '../servers/calls.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

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

/** Runs it with these settings; returns its findings and its exit code. */
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
    expect(of('administrators')).toMatchObject(
      [{ state: 'warning', what: / is one of the examples: admin@example\.com$/ }].map(asWhat),
    );
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
    const OFFICE_ADDRESS = 'https://office.example.com';
    const { of } = await doctor({ SMTP_URL: mailServer.url, OFFICE_ADDRESS });
    expect(of('links')).toEqual([]);
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
    [
      'the path of the address',
      { PUBLIC_URL: 'http://127.0.0.1:1', BASE_PATH: '/ads/' },
      'settings',
      { what: 'PUBLIC_URL does not end with BASE_PATH, /ads', state: 'warning' },
    ],
    [
      'a missing authority',
      { NODE_EXTRA_CA_CERTS: '/nowhere.pem' },
      'settings',
      { what: 'NODE_EXTRA_CA_CERTS names /nowhere.pem, which is not there', state: 'warning' },
    ],
    [
      'no address for links',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      'links',
      {
        state: 'warning',
        what: 'SMTP_URL is set, but neither OFFICE_ADDRESS nor PUBLIC_URL is',
        todo: 'Set OFFICE_ADDRESS to the address at which people open the back office.',
      },
    ],
    ['many processes', { WORKERS: '64' }, 'workers', { state: 'warning' }],
    [
      'the mail server',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      'mail',
      {
        state: 'warning',
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
    const { status, of } = await doctor({ DATA_DIR: nowhere, PORT: '1' });
    expect(of('server')).toMatchObject([{ state: 'note', todo: 'Start it: npm start.' }]);
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

  it('backups that cannot be read are said as backups, not as the database', async () => {
    const file = join(folder, 'no folder of backups');
    writeFileSync(file, '');
    const { of } = await doctor({ BACKUP_DIR: file });
    expect(of('backups')).toMatchObject([{ state: 'error' }]);
    expect(of('database')).toMatchObject([{ state: 'ok' }]);
  });

  it('a database of the first release is examined, and not migrated', async () => {
    const old = mkdtempSync(join(folder, 'old-'));
    const stored = new URL('../fixtures/releases/0.1.0/sqlite.db.gz', import.meta.url);
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
    expect(of('damage')).toMatchObject([{ state: 'error' }]);
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

  it('ends soon when everything that it asks hangs', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const place = `127.0.0.1:${port}`;
    const began = performance.now();
    const { of, status } = await doctor({
      DATA_DIR: join(folder, 'silent'),
      SECRET_KEY: otherKey,
      PORT: String(port),
      PUBLIC_URL: `https://${place}`,
      SMTP_URL: `smtp://${place}`,
      DATABASE_URL: `postgres://ada:secret@${place}/x`,
    });
    const took = performance.now() - began;
    silent.close();
    expect(of('database')).toMatchObject([{ state: 'error' }]);
    expect(JSON.stringify(of('database'))).not.toContain('secret@');
    expect(of('mail')).toMatchObject([
      { what: expect.stringContaining('does not answer in time') },
    ]);
    expect(of('server')).toMatchObject([
      { state: 'error', what: expect.stringMatching(/^What listens at .* does not answer within/) },
    ]);
    expect(of('port'), 'no server of this folder can be asked').toMatchObject([{ state: 'error' }]);
    expect(status).toBe(1);
    expect(took, '5 s, and more on a busy machine').toBeLessThan(15_000);
  });

  it('says so when the server hangs, and when it listens elsewhere', async () => {
    const own = join(folder, 'hangs');
    const other = await startServer({ DATA_DIR: own, WORKERS: '1', HEARTBEAT: 'off' });
    const { pid } = other.child;
    const elsewhere = await doctor({ DATA_DIR: own, PORT: '1' });
    expect(elsewhere.of('server')).toMatchObject([
      {
        state: 'error',
        what: `The server of this data folder runs (process ${pid}), and nothing listens at http://127.0.0.1:1`,
      },
    ]);
    const processes = childrenOf(pid ?? 0);
    for (const one of processes) process.kill(one, 'SIGSTOP');
    const { of } = await doctor({ DATA_DIR: own, PORT: new URL(other.address).port });
    for (const one of processes) process.kill(one, 'SIGCONT');
    expect(of('server')).toMatchObject([
      { state: 'error', what: expect.stringContaining(`The server (process ${pid}) hangs`) },
    ]);
    await other.stop();
  });

  it.runIf(process.platform === 'linux')('names the files of the server, not its own', async () => {
    const own = join(folder, 'few-files');
    const other = await startServer({ DATA_DIR: own }, undefined, { openFiles: 3000 });
    const { of } = await doctor({ DATA_DIR: own, PORT: new URL(other.address).port });
    expect(of('open files')).toMatchObject([
      {
        state: 'warning',
        what: expect.stringMatching(
          /^Each process of the running server \(\d+\) may open only 3000/,
        ),
      },
    ]);
    await other.stop();
  });

  it('never says only where to read on', async () => {
    const { checks } = await doctor({ DATABASE_URL: 'postgres://127.0.0.1:1/x', PORT: '1' });
    for (const { todo } of checks) expect(todo).not.toMatch(/Troubleshooting/);
  });
});

/** Opens a program that answers like this at PUBLIC_URL; returns its address. */
async function answering(status: number, headers: Record<string, string> = {}) {
  const site = createHttpServer((_, response) => {
    response.writeHead(status, headers).end('<h1>Somebody else</h1>'.repeat(1000));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, close: () => site.close() };
}

describe('PUBLIC_URL is asked for a proof', () => {
  const found = async (url: string, env: Record<string, string> = {}) =>
    (await doctor({ PUBLIC_URL: url, ...env })).of('PUBLIC_URL');
  const onlyHere = {
    state: 'warning',
    what: expect.stringMatching(/: only this machine can reach it \(PUBLIC_URL\)$/),
  };

  it('of this server, at an address that only this machine can reach', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const { port } = new URL(server.address);
      expect(await found(`http://${host}:${port}`), host).toMatchObject([onlyHere]);
    }
  });

  const [ownNetwork] = Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one && kindOfAddress(one.address) === 'private' ? [one.address] : []));
  it.runIf(ownNetwork)('of this server, in a network of its own', async () => {
    const env = { DATA_DIR: join(folder, 'network'), HOST: ownNetwork ?? '' };
    const there = await startServer(env);
    expect(await found(there.address, env)).toMatchObject([
      {
        state: 'note',
        what: `${new URL(there.address).host}: only its own network can reach it (PUBLIC_URL)`,
      },
    ]);
    await there.stop();
  });

  it('below a path', async () => {
    const own = join(folder, 'below');
    const below = await startServer({ DATA_DIR: own, BASE_PATH: '/ads' });
    const url = new URL('/ads', below.address).href;
    expect(await found(url, { DATA_DIR: own, BASE_PATH: '/ads' })).toMatchObject([onlyHere]);
    await below.stop();
  });

  it.each<[string, number, Record<string, string>, Partial<Check>]>([
    [
      'another site',
      200,
      {},
      { state: 'error', what: 'URL (PUBLIC_URL) answers, but is not this Adwarden' },
    ],
    [
      'a site without such a page',
      404,
      {},
      { what: 'URL (PUBLIC_URL) answers, but is not this Adwarden' },
    ],
    [
      'a proxy that reaches nobody',
      502,
      {},
      {
        state: 'error',
        what: 'URL (PUBLIC_URL) answers 502: the proxy there does not reach Adwarden',
      },
    ],
    [
      'a redirect',
      301,
      { location: 'https://ads.example/x' },
      { state: 'warning', what: 'URL (PUBLIC_URL) redirects to https://ads.example' },
    ],
  ])('of %s', async (_, status, headers, expected) => {
    const site = await answering(status, headers);
    const [first] = await found(site.url);
    site.close();
    expect({ ...first, what: first?.what.replace(site.url, 'URL') }).toMatchObject(expected);
  });

  it('of another Adwarden', async () => {
    const other = await startServer({ DATA_DIR: join(folder, 'other') });
    expect((await found(other.address))[0]).toMatchObject({
      state: 'warning',
      what: expect.stringContaining('answers, but is not this Adwarden: it is another one'),
    });
    await other.stop();
  });

  it('of plain HTTP at an https address, and of a closed port', async () => {
    const secure = server.address.replace('http:', 'https:');
    const { of, status } = await doctor({ PUBLIC_URL: secure });
    expect(of('PUBLIC_URL')).toMatchObject([
      {
        state: 'error',
        what: `${new URL(secure).host} speaks plain HTTP at an https address (PUBLIC_URL)`,
      },
    ]);
    expect(of('certificate'), 'there is none').toEqual([]);
    expect(status).toBe(1);
    for (const url of ['http://127.0.0.1:1', 'https://127.0.0.1:1']) {
      expect(await found(url)).toMatchObject([
        {
          state: 'warning',
          what: '127.0.0.1:1 (PUBLIC_URL) cannot be reached from this machine: nothing listens there: its port is closed',
        },
      ]);
    }
  });

  it('beside a certificate that nobody trusts, which is said in words', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const options = { key: readFileSync(key), cert: readFileSync(cert) };
    const site = createSecureServer(options, (_, response) => response.end('Somebody else'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as { port: number };
    const { of } = await doctor({ PUBLIC_URL: `https://127.0.0.1:${port}` });
    site.close();
    expect(of('certificate')).toMatchObject([
      {
        state: 'error',
        what: `The certificate of 127.0.0.1:${port} cannot be used: it is not trusted`,
        todo: expect.stringContaining('fullchain.pem'),
      },
    ]);
    expect(of('PUBLIC_URL')[0]?.what).toContain('is not this Adwarden');
  });

  it('strangers learn nothing: for them there is no such path', async () => {
    const answerOf = async (path: string) => {
      const response = await fetch(server.address + path);
      return [response.status, (await response.text()).replaceAll(path, '')];
    };
    const asked = `number=${'a'.repeat(22)}&code=${'b'.repeat(43)}`;
    expect(await answerOf(`/doctor/proof?${asked}`)).toEqual(
      await answerOf(`/doctor/prooo?${asked}`),
    );
  });
});

onPostgres('several nodes over one database', (postgres) => {
  it('each of them answers for the installation', async () => {
    const shared = { DATABASE_URL: postgres.url, SECRET_KEY: otherKey };
    const [own, other] = ['one', 'two'].map((name) => join(folder, name)) as [string, string];
    const first = await startServer({ ...shared, DATA_DIR: own });
    const second = await startServer({ ...shared, DATA_DIR: other });
    const env = { ...shared, DATA_DIR: own, PUBLIC_URL: second.address };
    const { of } = await doctor({ ...env, PORT: new URL(first.address).port });
    expect(of('PUBLIC_URL')).toMatchObject([
      { what: expect.stringContaining('only this machine') },
    ]);
    await Promise.all([first.stop(), second.stop()]);
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
