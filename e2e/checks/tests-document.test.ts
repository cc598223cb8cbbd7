import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/* docs/tests.md has a line for each test file that takes long, with what it alone shows. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const listed = [...read('docs/tests.md').matchAll(/^\| `(.+?)` \| (.+?) \| (.+?) \|/gm)].map(
  ([, file = '', , now = '']) => ({ file, now }),
);

/** Tests that start the server as a process import one of these. */
const starts = /from '[^']*\/(server-process|processes|node|two-nodes)\.ts'/;
const startsProcesses = (file: string) => starts.test(read(file));

/** Reads the first comment of a test file: it says what the file shows. */
function whatItShows(file: string): string {
  const [, comment = ''] = /^\/\*+\s(.*?)\*\//ms.exec(read(file)) ?? [];
  const sentence = comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').replace(/^[\s*]+/, '');
  return sentence.trim() || 'What does it show?';
}

test('each test file that starts a browser or the server as a process has its line', () => {
  const unit = globSync('{server,deploy}/{src,test}/**/*.test.ts', { cwd: root }).filter(
    (file) => !file.includes('/containers/') && !file.endsWith('.slow.test.ts'),
  );
  const specs = globSync('e2e/{*,*/*}.spec.ts', { cwd: root });
  expect(specs.filter((file) => dirname(file) === 'e2e')).toEqual([]);
  const long = [...specs, ...unit.filter(startsProcesses)];
  expect(long.length).toBeGreaterThan(130);
  const names = new Set(listed.map(({ file }) => file));
  const missing = long.filter((file) => !names.has(file)).sort();
  const lines = missing.map((file) => `| \`${file}\` | – | – | ${whatItShows(file)} |`);
  expect(lines.join('\n'), 'lines that docs/tests.md lacks').toBe('');
});

test('each line has a file, unless it says that the file is gone', () => {
  const files = new Set(
    globSync('{server,deploy,clients,contract,web,e2e}/**/*.ts', {
      cwd: root,
      exclude: (name) => name.includes('node_modules'),
    }),
  );
  const gone = listed.filter(({ file, now }) => !files.has(file) && now !== '–');
  expect(gone.map(({ file }) => file)).toEqual([]);
});
