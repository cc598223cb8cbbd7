import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const quoted =
  /(?:test|it)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1).)+)\1|\](?: as const)?\)\(\s*(['"`])((?:\\.|(?!\3).)+)\3/gs;
const titles = new Map<string, Set<string>>();

/** Returns the text of a document of the repository. */
export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Returns the titles of the tests in a file, with `…` for the placeholders of a template. */
function titlesOf(file: string): Set<string> {
  const known = titles.get(file);
  if (known) return known;
  const path = join(root, file);
  const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const found = [...source.matchAll(quoted)].map((match) =>
    (match[2] ?? match[4] ?? '').replace(/\$\{[^}]*\}/g, '…').replace(/\\(['"`])/g, '$1'),
  );
  const set = new Set(found);
  titles.set(file, set);
  return set;
}

/** Returns the number of tests that a text names as `file › title`, and the ones that do not exist. */
export function testsNamedIn(text: string): { named: number; missing: string[] } {
  const tests = [...text.matchAll(/`([^`›]+) › ([^`]+)`/g)];
  return {
    named: tests.length,
    missing: tests
      .filter(([, file = '', title = '']) => !titlesOf(file).has(title))
      .map(([, file, title]) => `${file} › ${title}`),
  };
}
