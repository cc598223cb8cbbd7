import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Node, node } from '../../deploy/test/node.ts';

/* npm, pnpm and Yarn 4 install the client from a server, by the lines of the README. */

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'adwarden-npm-'));
const tools = join(folder, 'tools');
let server: Node;
let address = '';
let lines: string[] = [];

beforeAll(async () => {
  for (const name of ['data', 'home', 'tools']) mkdirSync(join(folder, name));
  server = await node(join(folder, 'data'));
  await server.start();
  address = `http://127.0.0.1:${server.port}`;
  const readme = readFileSync(new URL('../typescript/README.md', import.meta.url), 'utf8');
  const [, block = ''] = /```sh\n([\s\S]*?)\n```/.exec(readme) ?? [];
  lines = block
    .replaceAll('https://adwarden.example.com', address)
    .replace('["adwarden.example.com"]', '["127.0.0.1"]')
    .split('\n');
  writeFileSync(join(tools, 'package.json'), '{"private":true}');
  const wanted = ['@yarnpkg/cli-dist@4.18.1', 'pnpm@12.4.2'];
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], {
    cwd: tools,
    timeout: 170_000,
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs lines of a shell in a new project, with caches of its own. Resolves with what they print. */
async function inProject(name: string, script: string[]): Promise<string> {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"name":"an-app","private":true}');
  const path = [join(tools, 'node_modules/.bin'), process.env.PATH].join(':');
  const { stdout } = await run('sh', ['-ec', script.join('\n')], {
    cwd: project,
    env: { PATH: path, HOME: join(folder, 'home'), YARN_ENABLE_TELEMETRY: '0' },
    timeout: 170_000,
  }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

/** The lines of the README that begin with the name of a tool, without the mark of a comment. */
const linesOf = (tool: string) =>
  lines.map((line) => line.replace(/^# +/, '')).filter((line) => line.startsWith(`${tool} `));

const program = `-e "console.log('has', require('@adwarden/client/package.json').version)"`;
/** The newest release, however young. */
const isLatest = async () => {
  const about = await fetch(`${address}/clients/npm/@adwarden%2fclient`);
  const { 'dist-tags': tags } = (await about.json()) as { 'dist-tags': { latest: string } };
  return `has ${tags.latest}\n`;
};

test('npm', async () => {
  expect(linesOf('npm')).toHaveLength(2);
  expect(await inProject('npm', [...linesOf('npm'), `node ${program}`])).toContain(
    await isLatest(),
  );
});

test('pnpm, also when new versions have to wait', async () => {
  const [registry = ''] = linesOf('npm');
  const waits = `printf 'minimumReleaseAge: 9999999\\nminimumReleaseAgeExclude: ["@adwarden/*"]\\n' > pnpm-workspace.yaml`;
  const script = [registry, waits, ...linesOf('pnpm'), `node ${program}`];
  expect(await inProject('pnpm', script)).toContain(await isLatest());
});

test('Yarn 4, which lets new versions wait for a day', async () => {
  expect(linesOf('yarn')).toHaveLength(4);
  const script = ['touch yarn.lock', ...linesOf('yarn'), `yarn node ${program}`];
  expect(await inProject('yarn', script)).toContain(await isLatest());
});
