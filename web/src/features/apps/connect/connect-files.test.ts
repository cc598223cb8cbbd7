import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { clientFiles } from '../../../../clients/client-files.ts';
import { languages } from './connect-code.ts';

const files = await clientFiles(console.warn);
const linked = languages
  .flatMap((language) => language.files)
  .flatMap(({ href }) => /^\/clients\/(.+)$/.exec(href)?.[1] ?? []);

const zips = [...files.keys()].filter((name) => /^adwarden-.*\.zip$/.test(name));

test('the build has every file that Connect links, and links every zip', () => {
  expect([...files.keys()]).toEqual(expect.arrayContaining(linked));
  expect(linked).toEqual(expect.arrayContaining(zips));
});

test('the same sources make the same files', { timeout: 60_000 }, async () => {
  const again = await clientFiles(console.warn);
  expect([...again.keys()]).toEqual([...files.keys()]);
  for (const [name, bytes] of again) {
    expect(Buffer.compare(bytes, files.get(name) ?? Buffer.alloc(0)), name).toBe(0);
  }
});

test.each(zips)(
  '%s has the README, the protocol and the sources, and nothing of the tests',
  (zip) => {
    const unpacked = unzipSync(files.get(zip) as Uint8Array);
    const names = Object.keys(unpacked);
    const folder = zip.replace('.zip', '');
    expect(names).toContain(`${folder}/client-protocol.md`);
    expect(names.filter((name) => /\.(?:java|kt|m?js|cs|swift)$/.test(name))).not.toEqual([]);
    expect(names.filter((name) => /conformance|Runner/i.test(name))).toEqual([]);
    const readme = strFromU8(unpacked[`${folder}/README.md`] as Uint8Array);
    expect(readme).toContain('](client-protocol.md)');
    expect(readme).not.toContain('../');
  },
);
