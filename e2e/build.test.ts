import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = new URL('../scripts/build.mjs', import.meta.url).href;

/** Builds three times into a folder, as three updates would; each build empties the folder, as Vite does. */
const threeBuilds = `
  import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
  const { buildInto } = await import(${JSON.stringify(script)});
  const [, folder] = process.argv;
  for (const build of ['one', 'two', 'three']) {
    await buildInto({ folder, named: 'assets' }, build, async () => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder + '/assets', { recursive: true });
      writeFileSync(folder + '/assets/same.js', 'same');
      writeFileSync(folder + '/assets/page-' + build + '.js', build);
    });
  }
`;

test('a build keeps the files of the build before, and of no earlier one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-build-'));
  try {
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', threeBuilds, folder],
      { cwd: fileURLToPath(new URL('..', import.meta.url)), encoding: 'utf8', timeout: 15_000 },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(readdirSync(join(folder, 'assets')).sort()).toEqual([
      'page-three.js',
      'page-two.js',
      'same.js',
    ]);
    expect(readFileSync(join(folder, 'assets/page-two.js'), 'utf8')).toBe('two');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
