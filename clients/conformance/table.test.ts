import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clients } from './clients.ts';
import { scenarios } from './scenarios/all.ts';

const textOf = (path: string) => (/\.(ts|java|cs|swift)$/.test(path) ? read(path) : '');
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const rows = [...read('README.md').matchAll(/^\| \[(\w+)\]\((\S+)\) \| [^|]+ \| (.+) \|$/gm)];

test('the table names each client that the suite runs, and only these', () => {
  expect(rows.map(([, name]) => name)).toEqual(clients.map(({ name }) => name));
  for (const [, , page = ''] of rows) expect(read(page)).toContain('# Adwarden for ');
});

test('the table says how many scenarios a client cannot pass, and so does the README of the project', () => {
  const words = 'one two three four five six seven eight nine ten'.split(' ');
  const numbers = ['', ...words.map((word) => ` but ${word}`)];
  const passes = clients.map(({ name }) => [
    name,
    `all${numbers[scenarios.filter(({ unable }) => unable?.[name]).length]}`,
  ]);
  expect(rows.map(([, name, , passed]) => [name, passed])).toEqual(passes);
  const inProject = /^\| \[[\w#]+\]\(clients\/(\w+)\/README\.md\) \| [^|]+ \| (.+) \|$/gim;
  const named = [...read('../README.md').matchAll(inProject)];
  expect(named.map(([, name, passed]) => [name, passed])).toEqual(passes);
});

test('each client has the version of the server that it comes with', () => {
  const { version } = JSON.parse(read('../package.json'));
  for (const [, name = ''] of rows) {
    const sources = readdirSync(new URL(`../${name}`, import.meta.url), { recursive: true })
      .map(String)
      .filter((file) => /\bversion\b.* = ["']/i.test(textOf(`${name}/${file}`)));
    expect(sources, name).toHaveLength(1);
    expect(read(`${name}/${sources[0]}`), name).toMatch(
      new RegExp(`version.* = ["']${version.replaceAll('.', '\\.')}["']`, 'i'),
    );
  }
});

test('each client has a test file that runs the suite', () => {
  for (const { name } of clients) {
    const files = ['test', 'slow.test'].map(
      (kind) => new URL(`${name}.${kind}.ts`, import.meta.url),
    );
    expect(
      files.filter((file) => existsSync(file)),
      name,
    ).toHaveLength(1);
  }
});

test('the suite has at least 40 scenarios with different names', () => {
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  expect(scenarios.length).toBeGreaterThanOrEqual(40);
});
