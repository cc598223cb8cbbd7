import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const scriptOf = (name: string) => new URL(`../../scripts/${name}.mjs`, import.meta.url).href;
const script = scriptOf('build');

/** Builds three times into a folder, as three updates would; each build empties the folder, as Vite does. */
const threeBuilds = `
  import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
  const { buildInto } = await import(${JSON.stringify(script)});
  const [, folder, kept] = process.argv;
  for (const build of ['one', 'two', 'three']) {
    await buildInto({ folder, kept }, { sources: build }, async () => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder + '/' + kept, { recursive: true });
      writeFileSync(folder + '/' + kept + '/same.js', 'same');
      writeFileSync(folder + '/' + kept + '/page-' + build + '.js', build);
    });
  }
`;

test.each(['assets', '.'])(
  'in %s, a build keeps the files of the build before, and of no earlier one',
  (kept) => {
    const folder = mkdtempSync(join(tmpdir(), 'adwarden-build-'));
    try {
      const { stderr, status } = spawnSync(
        process.execPath,
        ['--input-type=module', '-e', threeBuilds, folder, kept],
        {
          cwd: fileURLToPath(new URL('../..', import.meta.url)),
          encoding: 'utf8',
          timeout: 15_000,
        },
      );
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(
        readdirSync(join(folder, kept))
          .filter((name) => name.endsWith('.js'))
          .sort(),
      ).toEqual(['page-three.js', 'page-two.js', 'same.js']);
      expect(readFileSync(join(folder, kept, 'page-two.js'), 'utf8')).toBe('two');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('a step that ends well shows the warnings of its tool, and nothing else of it', () => {
  const tool =
    'console.log("chatter");console.error("Warning: Größe 🙂 %s");console.log("a Warning: within")';
  const program = `
    const { step } = await import(${JSON.stringify(scriptOf('step'))});
    await step('Work', process.execPath, ['-e', ${JSON.stringify(tool)}], {});
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(stderr).toBe('Warning: Größe 🙂 %s\n');
  expect(stdout).toMatch(/^Work …\nWork: done in [\d.]+ s\n$/);
});
