import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { apiTable, memberName, oldestApi, usedBy } from './android-api.ts';

/* The oldest phone that the README promises has everything of Android that the Java client uses. */

const java = fileURLToPath(new URL('../java', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'adwarden-classes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The classes that a phone can get, as files. */
function compiledClasses(): string[] {
  const sources = globSync('{src,android,conformance/android}/**/*.java', { cwd: java });
  const options = ['--release', '8', '-Xlint:-options', '-encoding', 'UTF-8', '-d', folder];
  execFileSync('javac', [...options, ...sources], { cwd: java, timeout: 170_000, stdio: 'pipe' });
  return globSync(join(folder, 'adwarden/*.class'));
}

test('the table has what the classes use of Android, and nothing else', () => {
  const { linked, byName } = apiTable();
  const used = usedBy(compiledClasses());
  expect(used.linked.size).toBeGreaterThan(200);
  expect([...used.linked].sort()).toEqual(linked.map(({ name }) => name).sort());
  const looked = byName.map(({ name }) => (name.includes('(') ? memberName(name) : name));
  expect([...used.texts].sort()).toEqual(looked.sort());
});

test('the README promises the newest level of the table that nothing guards', () => {
  const { linked, byName } = apiTable();
  const all = [...linked, ...byName];
  const levels = all.flatMap(({ level, guard }) => (guard ? [] : [level]));
  expect(Math.max(...levels)).toBe(oldestApi());
  for (const { level, name, guard } of all) {
    if (guard) expect(level, `${name} needs no guard`).toBeGreaterThan(oldestApi());
  }
});
