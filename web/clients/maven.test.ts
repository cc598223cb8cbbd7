import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './files.ts';

/* The Java client, built by the compiler of the machine, or by a program that is called like it and fails. */

const base = mkdtempSync(join(tmpdir(), 'adwarden-maven-test-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Builds the clients in a folder, and returns kinds of packages, jars that are not of a release, warnings. */
const build = `
  const { clientFiles } = await import('./web/clients/client-files.ts');
  const warnings = [];
  const files = await clientFiles((message) => warnings.push(message));
  const kinds = [...new Set([...files.keys()].map((name) => name.split('/')[0]))];
  const jars = [...files.keys()].filter((name) => /-dev-.*\\.jar$/.test(name)).length;
  console.log(JSON.stringify({ kinds, jars, warnings }));
`;

type Made = { kinds: string[]; jars: number; warnings: string[] };

function buildIn(folder: string, env: NodeJS.ProcessEnv): Made {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', build],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env }, timeout: 120_000 },
  );
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** A copy of what the build of the clients reads, below a folder with this name. */
function cloneIn(name: string): string {
  const folder = join(base, name);
  for (const part of [
    'web/clients',
    'clients',
    'docs/client-protocol.md',
    'docs/releases',
    'CHANGELOG.md',
    'package.json',
    'LICENSE',
  ]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  for (const packages of ['node_modules', 'web/node_modules']) {
    symlinkSync(join(root, packages), join(folder, packages));
  }
  return folder;
}

/** A folder with a `javac` that says its version, and then does what the script says. */
function compiler(name: string, script: string): NodeJS.ProcessEnv {
  const folder = join(base, name);
  mkdirSync(folder);
  const file = join(folder, 'javac');
  writeFileSync(file, `#!/bin/sh\n[ "$1" = -version ] && exit 0\n${script}\n`);
  chmodSync(file, 0o755);
  return { PATH: `${folder}${delimiter}${process.env.PATH}` };
}

const hasJdk = spawnSync('javadoc', ['--version']).status === 0;

test.skipIf(!hasJdk)(
  'a JDK whose locale has no letter beyond ASCII builds the client in folders that have',
  () => {
    const folder = cloneIn("Über uns 🙂 'neu' مرحبا");
    // So that it is none of the stored releases.
    appendFileSync(join(folder, 'clients/java/src/adwarden/Ads.java'), '// changed\n');
    const temporary = join(folder, 'Ümlaut');
    mkdirSync(temporary);
    const made = buildIn(folder, { LC_ALL: 'C', TMPDIR: temporary });
    expect(made.warnings).toEqual([]);
    expect(made.jars).toBe(4);
  },
);

test.each([
  [
    'refuses every option',
    'printf "error: release\nversion 8 not supported\n" >&2; exit 2',
    /release version 8/,
  ],
  ['is killed', 'kill -9 $$', /javac: ended by SIGKILL/],
  ['writes no classes', 'exit 0', /wrote nothing/],
])('a compiler that %s is a warning, and the other clients are built', (name, script, reason) => {
  const made = buildIn(root, compiler(name, script));
  // Those of releases are stored.
  expect(made.kinds).toEqual(
    expect.arrayContaining(['npm', 'swift', 'adwarden-java.zip', 'maven']),
  );
  expect(made.jars).toBe(0);
  expect(made.warnings).toEqual([expect.stringMatching(reason)]);
  expect(made.warnings[0]).toContain('Everything else works');
  expect(made.warnings[0], 'one line, which the start prints').not.toContain('\n');
});
