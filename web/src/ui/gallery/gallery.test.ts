import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ui = fileURLToPath(new URL('..', import.meta.url));

test('the gallery shows every component of ui/', () => {
  const shown = new Set([join(ui, 'gallery/main.tsx')]);
  for (const file of shown) {
    const imports = readFileSync(file, 'utf8').matchAll(
      /(?:^import [^'"]*|\bimport\()'(\..+?\.tsx?)'/gm,
    );
    for (const [, path = ''] of imports) shown.add(join(dirname(file), path));
  }
  const all = readdirSync(ui, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.startsWith('gallery/'),
  );
  expect(all.filter((name) => !shown.has(join(ui, name)))).toEqual([]);
});
