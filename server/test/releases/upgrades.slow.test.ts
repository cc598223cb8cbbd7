import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { calls } from '@adwarden/contract/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../../deploy/programs/free-port.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../databases/postgres-database.ts';
import { adminEmail, adminPassword, metricsToken } from '../servers/calls.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, startServer } from '../servers/server-process.ts';
import { expectSame } from './compare.ts';
import { type Bearers, fillInstallation, passwords } from './fill.ts';
import { kinds, secretKey } from './open.ts';
import { askAll } from './stored.ts';

/*
 * Upgrades by the words of docs/operate.md: the program of a release, from its commit, makes an installation; the steps of the
 * docs are typed; the version that is checked out here goes on with it. Then, with the embedded database, the way back.
 * || The packages of a release are installed, and its program is started without its launcher. A clone gets the packages and the
 * builds of this one, in the place of `npm start` making them again.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const commits: Record<string, string> = {
  '0.1.0': '68d29dd0',
  '0.2.0': '5b09af4d',
  '0.3.0': '5ad7203d',
  '0.3.1': 'e25b2151',
  '0.3.2': 'cdd4ac9d',
};
const gitAt = (folder: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const isClean = gitAt(root, 'status', '--porcelain') === '';
const hasHistory = Object.values(commits).every(
  (commit) =>
    spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0,
);
const folder = mkdtempSync(join(tmpdir(), 'adwarden-upgrades-'));
const origin = join(folder, 'origin.git');
const path = `${dirname(process.execPath)}:${process.env.PATH}`;
/** Selects the variables of this process that npm and the programs need; its settings are left out. */
const needed = ([name]: [string, unknown]) =>
  /^(HOME|NODE_EXTRA_CA_CERTS|npm_config_\w+)$/.test(name);
const env = { ...Object.fromEntries(Object.entries(process.env).filter(needed)), PATH: path };
const docs = readFileSync(join(root, 'docs/operate.md'), 'utf8');

/** Returns the lines of a block of shell commands in the docs, without their remarks. */
function stepsOf(name: string): string[] {
  const [, block = ''] =
    new RegExp(`<!-- ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(docs) ?? [];
  const steps = block.split('\n').map((line) => line.replace(/\s+#.*$/, ''));
  return steps.filter(Boolean);
}

function type(line: string, cwd: string): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', line], { cwd, env, encoding: 'utf8' });
  expect(status, `${line}: ${stdout}${stderr}`).toBe(0);
}

/** Starts a server by a line of the docs; resolves when it says where it is. */
async function startBy(line: string, cwd: string) {
  const child = spawn('sh', ['-ec', `exec ${line}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        const [, found] = /is on (http:\S+)/.exec(output) ?? [];
        if (found) resolve(found);
      });
    }
    child.once('close', () => reject(new Error(`${line} ended: ${output}`)));
  });
  return {
    address,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      // npm may end before the server.
      const isThere = () => fetch(`${address}/healthz`).then(Boolean, () => false);
      await expect.poll(isThere).toBe(false);
    },
  };
}

/** Clones a release, with its packages: its server runs in the clone. */
function cloneOf(release: string, place: string): void {
  gitAt(folder, 'clone', '--quiet', '--no-checkout', origin, place);
  gitAt(place, 'reset', '--quiet', '--hard', commits[release] ?? '');
  execFileSync('cp', ['-al', join(folder, `packages-${release}`), join(place, 'node_modules')]);
}

function installPackagesOf(release: string): void {
  const place = join(folder, `install-${release}`);
  gitAt(folder, 'clone', '--quiet', '--no-checkout', origin, place);
  gitAt(place, 'reset', '--quiet', '--hard', commits[release] ?? '');
  const flags = '--no-save --no-audit --no-fund --ignore-scripts --omit=dev';
  type(`npm install ${flags} -w @adwarden/contract -w @adwarden/server`, place);
  renameSync(join(place, 'node_modules'), join(folder, `packages-${release}`));
  rmSync(place, { recursive: true });
}

/** Copies packages and builds from this clone, which are of the same commit, in place of an installation and a build. */
function takePackagesAndBuilds(place: string): void {
  rmSync(join(place, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  for (const built of ['server/dist', 'web/dist']) {
    rmSync(join(place, built), { recursive: true, force: true });
    cpSync(join(root, built), join(place, built), { recursive: true });
  }
}

const databases: PostgresDatabase[] = [];

/** Writes the settings of an installation into a file; returns its PostgreSQL. */
async function writeSettings(place: string, kind: (typeof kinds)[number]) {
  let database: PostgresDatabase | null = null;
  const settings: Record<string, string> = {
    PORT: String(await freePort()),
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'warn',
  };
  if (kind === 'postgres') {
    database = await createPostgresDatabase();
    databases.push(database);
    settings.DATABASE_URL = database.url;
    settings.SECRET_KEY = secretKey;
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(place, '.env'), lines.join(''));
  return database;
}

/** The answers to all people, by the program of the release. */
type Before = Awaited<ReturnType<typeof askAll>> & { bearers: Bearers };

/**
 * Lets the program of a release in this folder make an installation, and asks a copy of it for everything: questions are
 * counted, and reading passwords writes into the log.
 */
async function useRelease(place: string, database: PostgresDatabase | null): Promise<Before> {
  const main = join(place, 'server/src/main.ts');
  const old = await startServer({}, main, { cwd: place });
  const bearers = await fillInstallation(old.address);
  await old.stop(); // writes the usage
  const DATA_DIR = mkdtempSync(join(folder, 'copy-'));
  if (existsSync(join(place, 'data'))) cpSync(join(place, 'data'), DATA_DIR, { recursive: true });
  const copy = database && (await createPostgresDatabase(database.name));
  if (copy) databases.push(copy);
  const settings = { DATA_DIR, ...(copy && { DATABASE_URL: copy.url }) };
  const again = await startServer(settings, main, { cwd: place });
  const answers = await askAll(again.address, bearers);
  await again.stop();
  return { bearers, ...answers };
}

async function signIn(address: string) {
  const { admin, ada } = passwords;
  const send = async (to: string, body: object) => {
    const how = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const answer = await fetch(address + to, { ...how, body: JSON.stringify(body) });
    expect(answer.status, to).toBe(200);
    return ((await answer.json()) as { token: string }).token;
  };
  const bearers: Bearers = {
    admin: await send(calls.adminSignIn.path, { email: adminEmail, password: admin }),
    ada: await send(calls.userSignIn.path, { userID: 'ada', password: ada }),
  };
  return bearers;
}

async function expectUpgraded(address: string, before: Before): Promise<void> {
  expectSame(await askAll(address, before.bearers), before);
  await signIn(address);
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await expect
    .poll(async () => (await fetch(`${address}/readyz`, { headers })).json())
    .toMatchObject({ status: 'ready', version, apps: 4 });
}

describe.skipIf(!isClean || !hasHistory)('an upgrade', () => {
  const made = join(folder, 'made');
  const archive = () =>
    join(made, readdirSync(made).find((name) => name.endsWith('.tar.gz')) ?? '');

  beforeAll(() => {
    // This makes the builds of this clone, too.
    const release = spawnSync(process.execPath, ['scripts/release.mjs', made], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(release.status, release.stdout + release.stderr).toBe(0);
    gitAt(folder, 'clone', '--quiet', '--bare', root, origin);
    gitAt(origin, 'update-ref', 'refs/heads/upgrades', gitAt(root, 'rev-parse', 'HEAD').trim());
    gitAt(origin, 'symbolic-ref', 'HEAD', 'refs/heads/upgrades');
  }, 600_000);
  // Counts are by day.
  beforeEach(async () => {
    const dayMs = 24 * 60 * 60_000;
    const left = dayMs - (Date.now() % dayMs);
    if (left < 150_000) await pause(left);
  });
  afterAll(async () => {
    killServers();
    await Promise.all(databases.map((one) => one.remove()));
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(Object.keys(commits))('from %s', (release) => {
    beforeAll(() => installPackagesOf(release));
    afterAll(() => rmSync(join(folder, `packages-${release}`), { recursive: true }));

    describe.each(kinds)('with %s', (kind) => {
      const isSkipped = kind === 'postgres' && !hasPostgres();

      test.skipIf(isSkipped)('of a clone keeps everything', async () => {
        const place = join(folder, `clone-${release}-${kind}`);
        onTestFinished(() => rmSync(place, { recursive: true, force: true }));
        cloneOf(release, place);
        const before = await useRelease(place, await writeSettings(place, kind));

        const steps = stepsOf('upgrade of a clone');
        const pull = steps.indexOf('git pull');
        const [start = '', ...others] = steps.slice(pull + 1).reverse();
        expect([pull, start, others]).toEqual([0, 'npm start', []]);
        type(steps[pull] ?? '', place);
        takePackagesAndBuilds(place);
        // This is for several nodes on PostgreSQL that are stopped.
        if (kind === 'postgres') {
          expect(docs).toMatch(
            /More than one release at a time\*\*: stop all nodes, `npm run migrate`/,
          );
          type('npm run migrate', place);
        }
        const server = await startBy(start, place);
        await expectUpgraded(server.address, before);
        await server.stop();
      });

      test.skipIf(isSkipped)(
        'of an archive keeps everything, and so does the way back',
        async () => {
          const beside = join(folder, `archive-${release}-${kind}`);
          mkdirSync(beside);
          onTestFinished(() => rmSync(beside, { recursive: true, force: true }));
          // A tree whose version is still that of the release unpacks into a folder of that name.
          const oldName = `adwarden-of-${release}`;
          const old = join(beside, oldName);
          cloneOf(release, old);
          const before = await useRelease(old, await writeSettings(old, kind));
          const backup = join(beside, 'before.db');
          const command = (name: string, args: string[], DATA_DIR: string) =>
            runCommand(join(old, `server/src/cli/${name}.ts`), args, { env: { DATA_DIR } });
          if (kind === 'sqlite') {
            const { status, stderr } = await command('backup', [backup], join(old, 'data'));
            expect(status, stderr).toBe(0);
          }

          copyFileSync(archive(), join(beside, 'adwarden-NEW.tar.gz'));
          const [, inArchive = ''] = /(adwarden-[\d.]+)\.tar\.gz$/.exec(archive()) ?? [];
          const steps = stepsOf('upgrade of an archive').map((line) =>
            line
              .replaceAll('adwarden-NEW.tar', 'NEW.tar')
              .replaceAll('adwarden-NEW', inArchive)
              .replaceAll('NEW.tar', 'adwarden-NEW.tar')
              .replaceAll('adwarden-OLD', oldName),
          );
          const start = steps.pop() ?? '';
          expect([steps[0], start]).toEqual([
            expect.stringMatching(/^tar -xf/),
            './current/adwarden',
          ]);
          for (const line of steps) type(line, beside);
          const server = await startBy(start, beside);
          await expectUpgraded(server.address, before);
          await server.stop();
          expect(existsSync(join(old, 'data'))).toBe(false);
          if (kind === 'postgres') return;

          const DATA_DIR = join(beside, 'adwarden-data');
          copyFileSync(join(DATA_DIR, '.env'), join(old, '.env'));
          const main = join(old, 'server/src/main.ts');
          await expect(startServer({ DATA_DIR }, main, { cwd: old })).rejects.toThrow(
            /is of a newer version|another version|has 0\d\d\d-/,
          );
          const restored = await command('restore', [backup], DATA_DIR);
          expect(restored.status, restored.stdout + restored.stderr).toBe(0);
          const again = await startServer({ DATA_DIR }, main, { cwd: old });
          const as = { headers: { authorization: `Bearer ${before.bearers.admin}` } };
          const kept = await fetch(again.address + calls.getCategory.path, as);
          expect(kept.status, 'all people sign in again').toBe(401);
          const bearers = await signIn(again.address);
          expectSame(await askAll(again.address, bearers), before);
          await again.stop();
        },
      );
    });

    test('of the compose file finds the volumes and the version of PostgreSQL that were used', () => {
      const of = (text: string) => parse(text, { merge: true });
      const old = of(gitAt(root, 'show', `${commits[release]}:deploy/compose/compose.yaml`));
      const now = of(readFileSync(join(root, 'deploy/compose/compose.yaml'), 'utf8'));
      expect(now.name).toBe(old.name);
      const versionOf = (file: { services: { postgres: { image: string } } }) =>
        /postgres:(\d+)/.exec(file.services.postgres.image)?.[1];
      // A newer PostgreSQL does not read the files of an older one.
      expect(versionOf(now)).toBe(versionOf(old));
      expect(now.services.postgres.volumes).toEqual(old.services.postgres.volumes);
      for (const [name, { volumes }] of Object.entries<{ volumes?: string[] }>(old.services)) {
        // Up to 0.2.0 there were nodes. The database has everything that their volumes had.
        if (/^node\d$/.test(name)) continue;
        const named = (volumes ?? []).filter((one) => !one.startsWith('.'));
        expect(now.services[name].volumes, name).toEqual(expect.arrayContaining(named));
      }
      const image = (text: string) => text.match(/^(USER .*|VOLUME .*| +DATA_DIR=\S+)/gm);
      const dockerfile = gitAt(root, 'show', `${commits[release]}:deploy/Dockerfile`);
      expect(image(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))).toEqual(
        image(dockerfile),
      );
    });
  });
});
