import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAwayMetric } from '../../src/front/metrics.ts';
import { createProcessFigures } from '../../src/processes/process-figures.ts';
import { settingNames } from '../../src/settings.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';

/* docs/operate.md and .env.example name all settings and metrics, and no others. */

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const page = read('docs/operate.md');
const sorted = (names: Iterable<string | undefined>) => [...new Set(names)].sort();

/** Returns the text between a heading and the next one of its level. */
function section(title: string): string {
  const [, text] = page.split(`\n## ${title}\n`);
  if (text === undefined) throw new Error(`docs/operate.md has no section "${title}"`);
  return text.split('\n## ', 1)[0] as string;
}

describe('settings', () => {
  test('the page has all of them', () => {
    const rows = section('Settings').match(/^\| `.+?` \|/gm) ?? [];
    const named = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
    expect(sorted(named)).toEqual(sorted(settingNames));
  });

  test('.env.example has all of them', () => {
    const named = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(sorted(named)).toEqual(sorted(settingNames));
  });
});

describe('metrics', () => {
  let server: TestServer;
  beforeAll(async () => {
    // Backups are made only where a folder is named, and only of the embedded database.
    const backups = { BACKUP_DIR: join(tmpdir(), 'adwarden-no-backups') };
    server = await buildTestServer(backups, { database: 'sqlite' });
  });
  afterAll(() => server?.close());

  test('the page has all of them', async () => {
    const { text } = await server.inject({
      method: 'GET',
      url: '/metrics',
      remoteAddress: '127.0.0.1',
    });
    const served = [...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name);
    expect(served.length).toBeGreaterThan(20);
    const named = section('What the metrics mean').matchAll(/`((?:adwarden|nodejs|process)_\w+)/g);
    // The supervisor's own are beside those of its processes.
    const ofSupervisor = createProcessFigures([]).metrics();
    served.push(...ofSupervisor.map(({ name }) => name));
    // Only an ads process passes requests on; this server is one process.
    const ofPass = new Registry();
    addAwayMetric(ofPass, () => 0);
    served.push(...ofPass.getMetricsAsArray().map(({ name }) => name));
    expect(sorted([...named].map(([, name]) => name))).toEqual(sorted(served));
  });
});
