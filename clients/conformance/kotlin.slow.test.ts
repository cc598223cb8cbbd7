import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';

/* The functions for Kotlin and the examples of the READMEs compile, against stubs of Android. */

const run = promisify(execFile);
const clients = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'adwarden-kotlin-'));
const classes = join(folder, 'classes');
const kotlinc = join(folder, 'node_modules/kotlin-compiler/bin/kotlinc');

beforeAll(async () => {
  const options = ['--no-audit', '--no-fund', '--prefix', folder];
  await run('npm', ['install', ...options, 'kotlin-compiler@2.4.20'], { timeout: 170_000 });
  const files = globSync('java/**/*.java', { cwd: clients }).map((file) => join(clients, file));
  await run('javac', ['--release', '8', '-Xlint:-options', '-d', classes, ...files]);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first example of a README in a language. */
function exampleOf(client: string, language: string): string {
  const readme = readFileSync(join(clients, client, 'README.md'), 'utf8');
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';
}

async function compileKotlin(name: string, ...files: string[]): Promise<void> {
  const out = join(folder, name);
  const strict = ['-Werror', '-jvm-target', '1.8', '-cp', classes, '-d', out];
  await run(kotlinc, [...strict, ...files], { timeout: 170_000 });
}

function write(place: string, name: string, text: string): string {
  mkdirSync(join(folder, place), { recursive: true });
  const file = join(folder, place, name);
  writeFileSync(file, text);
  return file;
}

test('the functions, and the example that uses them', { timeout: 180_000 }, async () => {
  const example = write('kotlin', 'App.kt', exampleOf('kotlin', 'kotlin'));
  await compileKotlin('kotlin-out', join(clients, 'kotlin/Adwarden.kt'), example);
});

test('the example in Kotlin of the Java client', { timeout: 180_000 }, async () => {
  await compileKotlin('java-out', write('java', 'App.kt', exampleOf('java', 'kotlin')));
});

test('its example in Java', async () => {
  const file = write('java', 'App.java', exampleOf('java', 'java'));
  const options = ['--release', '8', '-Xlint:all,-options', '-Werror', '-cp', classes];
  await run('javac', [...options, '-d', join(folder, 'java-out'), file]);
});
