import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('..', import.meta.url).pathname;

test('whoever begins a pause ends it: tests of a worker share a server', () => {
  const specs = globSync('*/*.spec.ts', { cwd: folder });
  expect(specs.length).toBeGreaterThan(90);
  const forgotten = specs.filter((name) => {
    const source = readFileSync(folder + name, 'utf8');
    return source.includes('startPause') && !source.includes('endAllPauses(api)');
  });
  expect(forgotten).toEqual([]);
});
