import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../programs/free-port.ts';
import { ask } from './ask.ts';

/* The launcher of an archive: an upgrade keeps the installation, whichever version has begun it. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const nodeFolder = dirname(process.execPath);
const secretKey = Buffer.alloc(32, 'release').toString('base64');
const metricsToken = 'metrics-of-an-archive';
const soon = { timeout: 90_000, interval: 200 };
let folder: string;
let port: number;
let running: ChildProcess | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-archive-'));
  port = await freePort();
});
afterEach(async () => {
  if (running && running.exitCode === null) {
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  }
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Unpacks a version: its launcher, and the program that was built here. */
function unpack(version: string): string {
  const place = join(folder, `adwarden-${version}`);
  mkdirSync(place);
  const launcher = readFileSync(join(root, 'deploy/archive/adwarden'), 'utf8')
    .replaceAll('@NODE@', process.versions.node)
    .replaceAll('@VERSION@', version);
  writeFileSync(join(place, 'adwarden'), launcher);
  chmodSync(join(place, 'adwarden'), 0o755);
  symlinkSync(join(root, 'server'), join(place, 'server'));
  return place;
}

const settings = () =>
  `PORT=${port}\nSECRET_KEY=${secretKey}\nMETRICS_TOKEN=${metricsToken}\nLOG_LEVEL=silent\n`;

/** Unpacks a release as its users have it: data and settings in the folder of the version. */
function unpackUsed(version: string): string {
  const place = unpack(version);
  mkdirSync(join(place, 'data'));
  const stored = join(root, 'server/test/fixtures/releases', version, 'sqlite.db.gz');
  writeFileSync(join(place, 'data/adwarden.db'), gunzipSync(readFileSync(stored)));
  writeFileSync(join(place, '.env'), settings());
  return place;
}

const env = () => ({ PATH: `${nodeFolder}:/usr/bin:/bin` });
const shell = (script: string, more = {}) =>
  spawnSync('sh', ['-ec', script], { cwd: folder, env: { ...env(), ...more }, encoding: 'utf8' });

/** Starts it, and returns how many apps it has when it is ready. */
async function appsOf(launcher: string, more = {}): Promise<number> {
  running = spawn(launcher, [], { cwd: '/', env: { ...env(), ...more }, stdio: 'ignore' });
  const headers = { authorization: `Bearer ${metricsToken}` };
  const state = async () => {
    const answer = await ask(port, '/readyz', { headers }).catch(() => null);
    return answer?.status === 200 ? JSON.parse(answer.text) : {};
  };
  await expect.poll(async () => (await state()).status, soon).toBe('ready');
  return (await state()).apps;
}

const stepsOfDocs = () => {
  const text = readFileSync(join(root, 'docs/operate.md'), 'utf8');
  const [, steps = ''] = /<!-- upgrade of an archive -->\n```sh\n([\s\S]*?)```/.exec(text) ?? [];
  expect(steps).toContain('mv ');
  return steps;
};

test.each(['0.1.0', '0.2.0', '0.3.0', '0.3.1', '0.3.2'])(
  'an upgrade from %s by the steps of the docs keeps apps and settings',
  async (version) => {
    unpackUsed(version);
    unpack('NEW');
    const steps = stepsOfDocs().replaceAll('adwarden-OLD', `adwarden-${version}`);
    const { status, stderr } = shell(
      steps
        .split('\n')
        .filter((line) => !/^(tar|\.\/)/.test(line))
        .join('\n'),
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(await appsOf(join(folder, 'current/adwarden'))).toBeGreaterThan(0);
    expect(existsSync(join(folder, 'adwarden-data/adwarden.db'))).toBe(true);
  },
);

test('without these steps the start is refused, and what it prints is enough', async () => {
  const used = unpackUsed('0.3.0');
  // An archive of 0.3.0 has no built program: nothing was built then.
  rmSync(join(used, 'server'));
  mkdirSync(join(used, 'server'));
  writeFileSync(join(used, 'server/package.json'), '{}');
  const next = join(unpack('0.4.0'), 'adwarden');
  // Without a refusal, the start would go on.
  const refused = spawnSync(next, [], {
    cwd: '/',
    env: env(),
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(
    /^adwarden cannot start: there is an installation in .*0\.3\.0\/data/,
  );
  expect(existsSync(join(folder, 'adwarden-data'))).toBe(false);
  const typed = refused.stderr.split('\n').filter((line) => /^ {2}mv /.test(line));
  expect(typed).toHaveLength(2);
  expect(shell(typed.join('\n')).stderr).toBe('');
  expect(await appsOf(next)).toBeGreaterThan(0);
});

test('an empty installation is begun by the line that is printed', async () => {
  unpackUsed('0.3.0');
  const next = join(unpack('0.4.0'), 'adwarden');
  const refused = spawnSync(next, [], { cwd: '/', env: env(), encoding: 'utf8' });
  const [, dataDir = ''] = /DATA_DIR='(.+?)'/.exec(refused.stderr) ?? [];
  expect(dataDir).toBe(join(folder, 'adwarden-data'));
  const more = { DATA_DIR: dataDir, PORT: String(port), METRICS_TOKEN: metricsToken };
  expect(await appsOf(next, more)).toBe(0);
});

test('an installation in the folder of its own version stays there', async () => {
  const place = unpackUsed('0.3.2');
  cpSync(join(place, 'data'), join(folder, 'copy'), { recursive: true });
  expect(await appsOf(join(place, 'adwarden'))).toBeGreaterThan(0);
  expect(existsSync(join(folder, 'adwarden-data'))).toBe(false);
});

test('a link leads to it, and help and version are answered without a server', () => {
  const place = unpack('0.4.0');
  symlinkSync('adwarden-0.4.0/adwarden', join(folder, 'link'));
  symlinkSync(join(folder, 'link'), join(folder, 'link-of-link'));
  const run = (...given: string[]) =>
    spawnSync(join(folder, 'link-of-link'), given, { cwd: '/', env: env(), encoding: 'utf8' });
  expect(run('--version').stdout).toBe('Adwarden 0.4.0\n');
  expect(run('help').stdout).toMatch(/^Usage: .*\nCommands: admin backup compact .*restore/);
  const list = run('admin', 'nothing');
  expect(list.stderr, place).toMatch(/^Usage: npm run admin/);
  expect(run('no-such').stderr).toBe('There is no command no-such: ./adwarden help lists them\n');
});
