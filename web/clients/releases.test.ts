import { describe, expect, test } from 'vitest';
import { clientFiles, packagesOfSources } from './client-files.ts';
import { type Files, version } from './files.ts';
import {
  checksums,
  isUnreleased,
  packageOfSources,
  releaseDays,
  storedChecksums,
  storedPackages,
} from './releases.ts';
import { typescriptFiles } from './typescript.ts';

/* A version of a client has one content, for ever (ADR 92). */

const stored = storedPackages();
const warnings: string[] = [];
const warn = (message: string) => warnings.push(message);
const text = (files: Files, path: string) => Buffer.from(files.get(path) ?? '').toString();

test('the newest five releases with packages are stored, and are what they were', () => {
  // 0.3.0 was the first that had any.
  const since = [...releaseDays().keys()].filter((name) => !/^0\.[12]\./.test(name));
  expect([...stored.keys()]).toEqual(since.slice(0, 5));
  for (const name of since)
    expect(storedChecksums(name), name).toMatch(/^[0-9a-f]{64} {2}clients\//);
  for (const [name, files] of stored) {
    expect(checksums(files), name).toBe(storedChecksums(name));
    // npm, Unity, SwiftPM; Maven with its five files.
    expect(files.size, name).toBe(8);
  }
});

test('all registries have each stored release, and nothing else under its version', async () => {
  const files = await clientFiles(warn);
  expect(warnings).toEqual([]);
  const packages = [...files].filter(([path]) => /\.(tgz|jar|pom)$|^swift\/.*\.zip$/.test(path));
  const released = [...stored.values()].flatMap((each) => [...each]);
  for (const [path, bytes] of released) expect(files.get(path), path).toEqual(bytes);
  const known = new Set(released.map(([path]) => path));
  for (const [path] of packages) {
    // Not stored yet: the version that is about to be released.
    const isNew = !stored.has(version) && path.includes(version);
    if (!known.has(path) && !isNew) expect(path).toMatch(/\d\.\d+\.\d+-dev-[0-9a-f]{8}/);
  }

  const about = JSON.parse(text(files, 'npm/@adwarden/client.json'));
  const list = text(files, 'maven/adwarden/adwarden-client/maven-metadata.xml');
  const newest = [...stored.keys()][0] ?? '';
  if (stored.has(version)) expect(about['dist-tags'].latest).toBe(newest);
  for (const name of stored.keys()) {
    expect(about.versions[name]?.version).toBe(name);
    expect(about.time[name]).toBe(`${releaseDays().get(name)}T00:00:00.000Z`);
    expect(list).toContain(`<version>${name}</version>`);
    expect(text(files, `swift/Adwarden-${name}.swift`)).toContain('name: "Adwarden"');
    const path = `maven/adwarden/adwarden-client/${name}/adwarden-client-${name}.jar`;
    expect(text(files, `${path}.sha256`)).toHaveLength(64);
  }
  expect(Object.keys(about.time).filter(isUnreleased)).toEqual([]);
});

test('two builds of the same sources make the same bytes under the same versions', async () => {
  const build = async () =>
    [...(await packagesOfSources(stored.get(version), await typescriptFiles(), warn))].map(
      ([name, files]) => [name, checksums(files)],
    );
  expect(await build()).toEqual(await build());
});

describe('a package of the sources', () => {
  const make = (content: string) => (name: string) =>
    new Map([
      [`a-${name}.zip`, Buffer.from(content)],
      [`a-${name}.txt`, Buffer.from('beside')],
    ]);
  const released = make('content')(version);
  const versionsOf = async (...args: Parameters<typeof packageOfSources>) => [
    ...(await packageOfSources(...args)).keys(),
  ];

  test('has the version of the sources until that is stored', async () => {
    expect(await versionsOf(make('new'), undefined)).toEqual([version]);
  });

  test('is the stored one when that has the same bytes', async () => {
    expect(await versionsOf(make('content'), released)).toEqual([]);
  });

  test('has another version for each other content', async () => {
    const contents = ['Content', 'content ', '', 'conten', 'contens', 'ü😀'];
    const versions = await Promise.all(contents.map((each) => versionsOf(make(each), released)));
    expect(new Set(versions.flat()).size).toBe(contents.length);
    for (const [name = ''] of versions) {
      expect(name).toMatch(/^\d+\.\d+\.\d+-dev-[0-9a-f]{8}$/);
      expect(isUnreleased(name)).toBe(true);
    }
    expect(await versionsOf(make('Content'), released)).toEqual(versions[0]);
  });

  test('is compared by the files that decide', async () => {
    const decides = (path: string) => path.endsWith('.txt');
    expect(await versionsOf(make('by another compiler'), released, decides)).toEqual([]);
  });

  test('is another one when a file is missing in the release', async () => {
    const fewer = new Map([...released].slice(0, 1));
    expect(await versionsOf(make('content'), fewer)).toHaveLength(1);
  });
});
