import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/*
 * Mantine has a style sheet for each component, which must be imported with those of the components inside it, in
 * the order of Mantine's own styles.css. These tests follow the imports from our files into Mantine's to the names of
 * the classes that the components use.
 */

const src = fileURLToPath(new URL('..', import.meta.url));
const mantine = fileURLToPath(new URL('../../../node_modules/@mantine', import.meta.url));
const styles = join(mantine, 'core/styles');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

const packages = ['core', 'notifications', 'spotlight'];
/** The file of each component by 'package/name'. */
const componentFiles = new Map(
  packages.flatMap((name) =>
    [
      ...read(mantine, name, 'esm/index.mjs').matchAll(/import \{([^}]+)\} from "(\..+?)"/g),
    ].flatMap(([, names = '', file = '']) =>
      names
        .split(',')
        .map((one) => [`${name}/${one.trim()}`, join(mantine, name, 'esm', file)] as const),
    ),
  ),
);

const fileImport = /^(?:im|ex)port (?!type )(?:[^'"]* from )?['"](\..+?)['"]/gm;
const mantineImport = /^(?:im|ex)port \{([^}]+)\} from ['"]@mantine\/(\w+)['"]/gm;

/** These files, and all that they import, directly or not; types and `import()` are not followed. */
function reachedFrom(files: string[]): Set<string> {
  const reached = new Set(files);
  for (const file of reached) {
    if (!/\.(?:tsx?|mjs)$/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    for (const [, path = ''] of text.matchAll(fileImport)) reached.add(join(dirname(file), path));
    for (const [, names = '', name] of text.matchAll(mantineImport)) {
      for (const one of names.split(',')) {
        const component = componentFiles.get(`${name}/${one.trim().replace(/ as .*/, '')}`);
        if (component) reached.add(component);
      }
    }
  }
  return reached;
}

const sheets = readdirSync(styles).filter((name) => /^[A-Z].*\.layer\.css$/.test(name));
const inMantinesOrder = (names: string[]) => {
  const all = read(mantine, 'core/styles.layer.css');
  const place = (name: string) =>
    all.indexOf(/\.m_\w+[^{]*\{[^}]*\}/.exec(read(styles, name))?.[0] ?? '');
  return names.toSorted((a, b) => place(a) - place(b));
};

/** The sheets with a rule for a class of a component that is used by these files of ours. */
function sheetsFor(files: string[]): string[] {
  const used = [...reachedFrom(files)].filter((file) => file.endsWith('.module.mjs'));
  const classes = new Set(
    used.flatMap((file) => readFileSync(file, 'utf8').match(/\bm_\w+/g) ?? []),
  );
  return inMantinesOrder(
    sheets.filter((name) =>
      read(styles, name)
        .match(/\bm_\w+/g)
        ?.some((one) => classes.has(one)),
    ),
  );
}

const importedBy = (file: string) =>
  [...read(src, 'theme', file).matchAll(/styles\/([A-Z].+?)"/g)].map(([, name]) => name ?? '');
const ourFiles = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\btesting\b|\bgallery\b/.test(name))
  .map((name) => join(src, name));
const signInFiles = ourFiles.filter((name) =>
  /\/(?:main|sign-in|toast-library|toast-list)\.tsx?$/.test(name),
);

test('the sheets of the sign-in pages and the toasts are imported, in Mantine’s order, and no others', () => {
  const first = importedBy('mantine-first.css');
  expect(first).toEqual(sheetsFor(signInFiles));
});

test('the sheets of all other components in use are imported, in Mantine’s order, and no others', () => {
  const rest = importedBy('mantine-rest.css');
  const first = importedBy('mantine-first.css');
  expect(rest).toEqual(sheetsFor(ourFiles).filter((name) => !first.includes(name)));
});
