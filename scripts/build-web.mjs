import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { at, env, node, read, root, sha256 } from './paths.mjs';
import { step } from './step.mjs';

const stamp = at('web/dist/.built-from');
const NOT_SOURCES = ['dist', 'node_modules'];

/** Builds the web app into web/dist, unless it was built from the same sources before. */
export async function buildWebWhenChanged() {
  const folders = ['web', 'contract', 'clients'].flatMap(sources);
  const files = ['docs/client-protocol.md', 'package-lock.json'].map((file) => read(at(file)));
  const wanted = sha256(...folders, ...files);
  if (read(stamp) === wanted && existsSync(at('web/dist/index.html'))) return;

  const vite = at('node_modules/vite/bin/vite.js');
  await step('Building the web app', node, [vite, 'build', 'web'], { cwd: root, env });
  writeFileSync(stamp, wanted);
}

/** Names and contents of all files below a folder, in a stable order. */
function sources(folder) {
  return readdirSync(at(folder), { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.includes(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      return entry.isDirectory() ? sources(name) : [name, readFileSync(at(name))];
    });
}
