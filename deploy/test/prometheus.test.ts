import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ask } from './ask.ts';
import { node, opened } from './node.ts';

/* The alerts and the dashboard of deploy/prometheus: by Prometheus' own tool, and beside what a real node serves. */

const folder = fileURLToPath(new URL('../prometheus', import.meta.url));
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
type Rule = { alert: string; expr: string; annotations: Record<string, string> };
const rules: Rule[] = parse(read('adwarden.rules.yml')).groups[0].rules;
const dashboard = JSON.parse(read('grafana.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

const promtool = (...args: string[]) =>
  spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
const hasPromtool = promtool('--version').status === 0;

describe.skipIf(!hasPromtool)('promtool', () => {
  test.each([
    ['check', 'adwarden.rules.yml'],
    ['test', 'adwarden.test.yml'],
  ])('%s rules %s', (action, file) => {
    const { status, stdout, stderr } = promtool(action, 'rules', file);
    expect(status, stdout + stderr).toBe(0);
  });
});

test('each alert is tested with figures that raise it and with some that do not', () => {
  const names = (parse(read('adwarden.test.yml')).tests as { name: string }[]).map(
    ({ name }) => name,
  );
  expect(names).toEqual(rules.flatMap(({ alert }) => [`${alert}, calm`, `${alert}, raised`]));
});

test('each alert leads to its row in Troubleshooting', () => {
  const page = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');
  const [, rows = ''] = page.split('\n## Troubleshooting\n');
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/operate.md#${alert}`);
    expect(rows).toContain(`<a id="${alert}"></a>alert \`${alert}\``);
  }
});

test('alerts and dashboard read only metrics that a node serves', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-prometheus-'));
  const one = await node(dataDir, { BACKUP_DIR: join(dataDir, 'backups') });
  try {
    await one.start();
    const { text } = await ask(one.port, '/metrics', opened);
    const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    expect(served.size).toBeGreaterThan(40);
    const queries = [
      ...rules.map(({ alert, expr }) => [alert, expr] as const),
      ...dashboard.panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }) => [title, expr] as const),
      ),
    ];
    expect(queries.length).toBeGreaterThan(30);
    for (const [name, query] of queries) {
      const named = query.match(/\b(?:adwarden|process|nodejs)_\w+/g) ?? [];
      for (const metric of named) {
        expect(served, `${name}: ${metric}`).toContain(metric.replace(/_(bucket|count|sum)$/, ''));
      }
    }
  } finally {
    await one.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
