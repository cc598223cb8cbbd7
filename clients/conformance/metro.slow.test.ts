import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Node, node } from '../../deploy/test/node.ts';

/* React Native's bundler and the compiler of its engine accept the client that a server offers. */

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'adwarden-metro-'));
const app = join(folder, 'app');
const tools = ['metro@0.87.1', 'hermes-compiler@260318099.0.8'];
let server: Node;

beforeAll(async () => {
  mkdirSync(join(folder, 'data'));
  mkdirSync(app);
  server = await node(join(folder, 'data'));
  await server.start();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const inApp = (command: string, ...args: string[]) =>
  run(command, args, { cwd: app, timeout: 170_000 });

test('Metro bundles it, and Hermes compiles the bundle', { timeout: 300_000 }, async () => {
  writeFileSync(join(app, 'package.json'), '{"name":"an-app","private":true}');
  const registry = `http://127.0.0.1:${server.port}/clients/npm/`;
  writeFileSync(join(app, '.npmrc'), `@adwarden:registry=${registry}\n`);
  await inApp('npm', 'install', '--no-audit', '--no-fund', '@adwarden/client@next', ...tools);
  writeFileSync(
    join(app, 'index.js'),
    // `import` would need React Native's preset for Babel, which is not installed here. The package needs no preset.
    `const { startAdwarden } = require('@adwarden/client');
exports.ads = startAdwarden({ address: 'https://adwarden.example.com', appID: 'a', authToken: 't' });
`,
  );
  await inApp('node_modules/.bin/metro', 'build', 'index.js', '--out', 'bundle.js');
  const hermes = 'node_modules/hermes-compiler/hermesc/linux64-bin/hermesc';
  await inApp(hermes, '-O', '-emit-binary', '-out', 'bundle.hbc', 'bundle.js');
  expect(statSync(join(app, 'bundle.hbc')).size).toBeGreaterThan(5_000);
});
