import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { childrenOf } from '../../../deploy/programs/process-tree.ts';
import { damageDatabase } from '../databases/damage-database.ts';
import { addKeptApp } from '../databases/kept-app.ts';
import { createPostgresDatabase, hasPostgres } from '../databases/postgres-database.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';
import { fill, mayMount, newDisk } from './small-disk.ts';

/* `npm run admin -- pause-all` and `resume-all`: all ads of a machine stop, whatever its database does. */

const soon = { timeout: 60_000, interval: 100 };
const folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

const newFolder = () => mkdtempSync(join(folder, 'data-'));
const command = (DATA_DIR: string, name: 'pause-all' | 'resume-all', env = {}) =>
  runCommand(built('cli/admin'), [name], { env: { DATA_DIR, ...env } });

/** Returns the ads of a phone: 'on', or why they are off. */
async function phone(server: ServerProcess, ads: string): Promise<string> {
  const { status, body, text } = await server.ask(ads);
  expect(status, text).toBe(200);
  return body.data.adsStatus === 'on' ? 'on' : body.data.reason;
}
const reason = async (server: ServerProcess) => (await server.ask('/readyz')).body.reason ?? '';

describe('without a database', () => {
  it('stops all processes at once, over kills and starts, until somebody resumes', async () => {
    const DATA_DIR = newFolder();
    const settings = { DATA_DIR, WORKERS: '2' };
    const first = await startServer(settings);
    const ads = await addKeptApp(first, DATA_DIR);
    expect(await phone(first, ads)).toBe('on');
    await first.stop();
    damageDatabase(DATA_DIR);

    const server = await startServer(settings);
    expect(await phone(server, ads)).toBe('on');
    const { status, stdout, stderr } = await command(DATA_DIR, 'pause-all');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^All ads of this machine are stopped: 2 of 2 processes answer so\. Other/,
    );
    for (let asked = 0; asked < 10; asked += 1) expect(await phone(server, ads)).toBe('paused');
    await expect.poll(() => reason(server), soon).toMatch(/stopped on this machine: npm run admin/);

    // This covers a process that takes the place of another, and the next start.
    for (const pid of childrenOf(server.child.pid ?? 0)) process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await server.ask('/readyz')).status, soon).toBe(200);
    for (let asked = 0; asked < 10; asked += 1) expect(await phone(server, ads)).toBe('paused');
    await server.kill();
    const next = await startServer(settings);
    expect(await phone(next, ads)).toBe('paused');

    expect((await command(DATA_DIR, 'resume-all')).stdout).toMatch(
      /^All ads of this machine are resumed: 2 of 2 processes answer so\. Pauses that people/,
    );
    for (let asked = 0; asked < 10; asked += 1) expect(await phone(next, ads)).toBe('on');
    await next.stop();
  });

  it('is not undone by the file of before, while a process takes long to hear it', async () => {
    const DATA_DIR = newFolder();
    const server = await startServer({ DATA_DIR, WORKERS: '2', HEARTBEAT: 'off' });
    const ads = await addKeptApp(server, DATA_DIR);
    await command(DATA_DIR, 'pause-all');
    const [slow = 0] = childrenOf(server.child.pid ?? 0, 'adwarden ads');
    process.kill(slow, 'SIGSTOP');
    const { stdout } = await command(DATA_DIR, 'resume-all');
    process.kill(slow, 'SIGCONT');
    expect(stdout).toContain('1 of 2 processes');
    // The supervisor looks at the file once a second.
    await pause(1_500);
    for (let asked = 0; asked < 20; asked += 1) expect(await phone(server, ads)).toBe('on');
    await server.stop();
  });

  it('does not wait for a disk that hangs', async () => {
    const DATA_DIR = newFolder();
    const server = await startServer({ DATA_DIR });
    const ads = await addKeptApp(server, DATA_DIR);
    // A program that opens a pipe waits until another program writes into it.
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    linkSync(pipe, join(DATA_DIR, 'ads.stopped'));
    // The supervisor, and the office, look at the file meanwhile.
    await pause(7_000);
    const { stdout } = await command(DATA_DIR, 'pause-all');
    expect(stdout).toContain('1 of 1 process');
    expect(await phone(server, ads)).toBe('paused');
    expect((await server.ask('/healthz')).status).toBe(200);
    for (let time = 0; time < 2; time += 1) closeSync(openSync(pipe, constants.O_RDWR));
    await server.stop();
    const next = await startServer({ DATA_DIR });
    expect(await phone(next, ads)).toBe('paused');
    await next.stop();
  });

  it('is taken from the file by a server whose sockets the command cannot see', async () => {
    const DATA_DIR = newFolder();
    const server = await startServer({ DATA_DIR, TMPDIR: mkdtempSync(join(folder, 'private-')) });
    const ads = await addKeptApp(server, DATA_DIR);
    expect((await command(DATA_DIR, 'pause-all')).stdout).toMatch(
      /^No running server of this user/,
    );
    await expect.poll(() => phone(server, ads), soon).toBe('paused');
    expect((await command(DATA_DIR, 'resume-all')).stdout).toMatch(/all ads are resumed/);
    await expect.poll(() => phone(server, ads), soon).toBe('on');
    await server.stop();
  });

  it('holds when its file cannot be read', async () => {
    const DATA_DIR = newFolder();
    const first = await startServer({ DATA_DIR });
    const ads = await addKeptApp(first, DATA_DIR);
    await first.stop();
    writeFileSync(join(DATA_DIR, 'ads.stopped'), '{"isStop');
    const server = await startServer({ DATA_DIR });
    expect(await phone(server, ads)).toBe('paused');
    await command(DATA_DIR, 'resume-all');
    expect(await phone(server, ads)).toBe('on');
    await server.stop();
  });

  it.skipIf(!mayMount)('holds on a full disk, and the command says until when', async () => {
    const DATA_DIR = newDisk(60);
    chmodSync(DATA_DIR, 0o700);
    const server = await startServer({ DATA_DIR });
    const ads = await addKeptApp(server, DATA_DIR);
    rmSync(join(DATA_DIR, 'disk-reserve'), { force: true });
    // The server may give room back while the command runs: it is taken again.
    const filler = join(DATA_DIR, 'filler');
    const said = async () => {
      rmSync(filler, { force: true });
      fill(DATA_DIR, 0);
      return (await command(DATA_DIR, 'pause-all')).stdout;
    };
    await expect.poll(said, soon).toContain('so it holds until the next start of this machine');
    expect(await phone(server, ads)).toBe('paused');
    rmSync(filler);
    await vi.waitUntil(() => existsSync(join(DATA_DIR, 'ads.stopped')), soon);
    await server.stop();
    const next = await startServer({ DATA_DIR });
    expect(await phone(next, ads)).toBe('paused');
    await next.stop();
  });
});

describe.each(['embedded', ...(hasPostgres() ? ['PostgreSQL'] : [])])(
  'with the database: %s',
  (kind) => {
    it('people see it, and the log has who did it', async () => {
      const DATA_DIR = newFolder();
      const database = kind === 'PostgreSQL' ? await createPostgresDatabase() : null;
      const of = database ? { DATABASE_URL: database.url, SECRET_KEY: 'd'.repeat(64) } : {};
      const server = await startServer({ DATA_DIR, ...of });
      const ads = await addKeptApp(server, DATA_DIR);
      const as = await server.signIn();
      await command(DATA_DIR, 'pause-all', { ...of, SUDO_USER: 'anna' });
      expect(await phone(server, ads)).toBe('paused');
      const pauses = async () => (await server.ask('/pauses', { as })).body;
      await expect.poll(async () => (await pauses()).adsStopped, soon).toBe(true);
      await command(DATA_DIR, 'resume-all', of);
      const stored = readFileSync(join(DATA_DIR, 'ads.stopped'), 'utf8');
      await expect.poll(async () => 'adsStopped' in (await pauses()), soon).toBe(false);
      const entries = async () =>
        (await server.ask('/changes?entity=pause', { as })).body.data as {
          action: string;
          actor: { name: string };
        }[];
      await expect.poll(async () => (await entries()).length, soon).toBe(2);
      const found = (await entries()).map(({ action, actor }) => [action, actor.name]);
      expect(found.toSorted()).toEqual([
        ['create', 'Command line'],
        ['end', 'Command line'],
      ]);
      const isAsBefore = readFileSync(join(DATA_DIR, 'ads.stopped'), 'utf8') === stored;
      expect(isAsBefore, 'the office could write an older stop over a newer one').toBe(true);
      expect(JSON.stringify(await entries())).toContain('npm run admin -- pause-all, by anna as ');
      await server.stop();
      await database?.remove();
    });
  },
);
