import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { clientFiles } from '../../../../clients.ts';
import { languages } from './connect-code.ts';

const files = clientFiles();
const linked = languages
  .flatMap((language) => language.files)
  .flatMap(({ href }) => /^\/clients\/(.+)$/.exec(href)?.[1] ?? []);

test('the build has every file that Connect links, and no other', () => {
  expect([...files.keys()].sort()).toEqual([...new Set(linked)].sort());
});

test.each([...files.keys()].filter((name) => name.endsWith('.zip')))(
  '%s has the README, the protocol and the sources, and nothing of the tests',
  (zip) => {
    const unpacked = unzipSync(files.get(zip) as Uint8Array);
    const names = Object.keys(unpacked);
    const folder = zip.replace('.zip', '');
    expect(names).toContain(`${folder}/client-protocol.md`);
    expect(names.filter((name) => /\.(?:java|ts|cs)$/.test(name)).length).toBeGreaterThan(3);
    expect(names.filter((name) => /conformance|Runner/i.test(name))).toEqual([]);
    const readme = strFromU8(unpacked[`${folder}/README.md`] as Uint8Array);
    expect(readme).toContain('](client-protocol.md)');
    expect(readme).not.toContain('../');
  },
);
