import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the names of the rules that a source text breaks where it stands in `file`, sorted. */
function rulesBrokenBy(file: string, source: string): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'adwarden-lint-'));
  try {
    for (const name of ['biome.json', 'arrows.grit'])
      copyFileSync(join(root, name), join(copy, name));
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), source);
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/biome'),
      ['lint', '--vcs-enabled=false', '--reporter=json', file],
      { cwd: copy, encoding: 'utf8', timeout: 15_000 },
    );
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string }[] };
    return [...new Set(diagnostics.map(({ category }) => category))].sort();
  } finally {
    rmSync(copy, { recursive: true });
  }
}

test('every dialog of the web app uses ui/dialog, which returns the focus', () => {
  const source = `
    import { Modal } from '@mantine/core';
    export const Question = Modal;
  `;
  const rule = ['lint/style/noRestrictedImports'];
  expect(rulesBrokenBy('web/src/features/apps/question.tsx', source)).toEqual(rule);
  expect(rulesBrokenBy('web/src/ui/question.tsx', source)).toEqual(rule);
  expect(rulesBrokenBy('web/src/ui/dialog/question.tsx', source)).toEqual([]);
});

test('what is loaded later does not take the page with it when it fails', () => {
  const source = `
    import { lazy } from 'react';
    export const Guide = lazy(async () => ({ default: () => null }));
  `;
  expect(rulesBrokenBy('web/src/features/help/parts.tsx', source)).toEqual([
    'lint/style/noRestrictedImports',
  ]);
});

test('a hook with a missing dependency or inside a condition is an error in the web app', () => {
  const source = `
    import { useEffect } from 'react';
    export function useTitle(title: string, on: boolean) {
      useEffect(() => { document.title = title; }, []);
      if (on) useEffect(() => {}, []);
    }
  `;
  expect(rulesBrokenBy('web/src/ui/use-title.ts', source)).toEqual([
    'lint/correctness/useExhaustiveDependencies',
    'lint/correctness/useHookAtTopLevel',
  ]);
});

test('only people/ and sight/ ask whether somebody is an administrator or an owner', () => {
  const broken = (file: string, question: string) =>
    rulesBrokenBy(
      file,
      `export const is = (one: { kind: string; authorKind: string; entity: string }) => ${question};`,
    );
  const feature = 'server/src/features/apps/one.policy.ts';
  const isAdmin = "one.kind === 'admin'";
  for (const file of [feature, 'contract/src/one.ts', 'web/src/pages/one.ts']) {
    expect(broken(file, isAdmin), file).toEqual(['plugin']);
  }
  expect(broken(feature, "one.authorKind !== 'user'")).toEqual(['plugin']);
  expect(broken('server/src/sight/one.policy.ts', isAdmin)).toEqual([]);
  expect(broken('web/src/people/one.ts', isAdmin)).toEqual([]);
  // An entry of the log can be about a 'user', too.
  expect(broken(feature, "one.entity === 'user'")).toEqual([]);
});

test('no literal is spread into the literal around it', () => {
  const folded = 'export const place = { ...{ x: 1, y: 2 }, z: 3 };\n';
  expect(rulesBrokenBy('server/src/place.ts', folded)).toEqual(['plugin']);
  const list = "export const names = [...['a', 'b'], 'c'];\n";
  expect(rulesBrokenBy('server/src/place.ts', list)).toEqual(['plugin']);
  const plain = 'const flat = { x: 1, y: 2 };\nexport const place = { ...flat, z: 3 };\n';
  expect(rulesBrokenBy('server/src/place.ts', plain)).toEqual([]);
});
