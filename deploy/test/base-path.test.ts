import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formOf } from '@adwarden/contract/form-of';
import { wireOf } from '@adwarden/contract/testing/wire';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { built } from '../programs/built.ts';
import { findNginx } from '../programs/find-nginx.ts';
import { freePort } from '../programs/free-port.ts';
import { ask } from './ask.ts';
import { type App, type BackOffice, openBackOffice } from './back-office.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type Node, node } from './node.ts';

/* BASE_PATH behind the real nginx: with the shipped files, and with the two lines of docs/operate.md. */

const base = '/tools/adwarden';

/** Runs `npm run doctor`, and returns its findings. */
function doctor(dataDir: string, settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...settings };
  const { promise, resolve } = Promise.withResolvers<{
    checks: { name: string; what: string }[];
  }>();
  execFile(process.execPath, [built('cli/doctor'), '--json'], { cwd: dataDir, env }, (_, text) =>
    resolve(JSON.parse(text)),
  );
  return promise;
}

describe.skipIf(!findNginx())('nginx in front of a node below a path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-base-'));
  let one: Node;
  let nginx: Nginx;
  let office: BackOffice;
  let app: App;
  const ports = { shipped: 0, keeps: 0, strips: 0 };

  beforeAll(async () => {
    one = await node(folder, { BASE_PATH: base, TRUST_PROXY: '127.0.0.1' });
    await one.start();
    ports.keeps = await freePort();
    ports.strips = await freePort();
    const upstream = `http://127.0.0.1:${one.port}`;
    const serverOf = (port: number, to: string) =>
      `server {
         listen 127.0.0.1:${port};
         location ${base}/ { include adwarden/to-node.conf; client_max_body_size 128m; proxy_pass ${to}; }
       }`;
    nginx = await startNginx({
      nodes: [one.port],
      basePath: base,
      callers: (text) =>
        [text, serverOf(ports.keeps, upstream), serverOf(ports.strips, `${upstream}/`)].join('\n'),
    });
    ports.shipped = nginx.port;
    office = await openBackOffice(one.port);
    app = await office.addApp();
    await vi.waitUntil(async () => (await ask(one.port, app.path)).status === 200, {
      timeout: 30_000,
    });
  });
  afterAll(async () => {
    await nginx?.stop();
    await one?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(['shipped', 'keeps', 'strips'] as const)('%s', (kind) => {
    const get = (path: string, headers: Record<string, string> = {}) =>
      ask(ports[kind], base + path, { headers });

    test('the page, and the files that it names', async () => {
      for (const path of ['/', '/admin/login']) {
        const page = await get(path, { accept: 'text/html' });
        expect(page.status, path).toBe(200);
        expect(page.text).toContain(`<meta name="base-path" content="${base}">`);
        const files = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file);
        expect(files.length).toBeGreaterThan(3);
        for (const file of files as string[]) {
          expect(file.startsWith(`${base}/`), file).toBe(true);
          expect((await ask(ports[kind], file)).status, file).toBe(200);
        }
      }
    });

    test('the doctor finds this installation behind it', async () => {
      const { checks } = await doctor(folder, {
        BASE_PATH: base,
        TRUST_PROXY: '127.0.0.1',
        PORT: String(one.port),
        PUBLIC_URL: `http://127.0.0.1:${ports[kind]}${base}`,
      });
      const found = checks.filter(({ name }) => name === 'PUBLIC_URL').map(({ what }) => what);
      expect(found).toEqual([
        `127.0.0.1:${ports[kind]}: only this machine can reach it (PUBLIC_URL)`,
      ]);
    });

    test('a file to import of 2 MB', async () => {
      const rows = Array.from(
        { length: 20_000 },
        (_, row) => `Tide Clock ${row},${'x'.repeat(90)}`,
      );
      const { path, ...sent } = wireOf('readImportColumns', {
        as: office.token,
        body: formOf({ file: new File([['App Name,Note', ...rows].join('\n')], 'apps.csv') }),
      });
      const answer = await fetch(`http://127.0.0.1:${ports[kind]}${base}${path}`, sent);
      expect(await answer.json()).toMatchObject({ status: 'success' });
    });

    test('ads, calls and the registry of clients', async () => {
      expect((await get(app.path)).status).toBe(200);
      expect((await get('/category/getCategory')).status).toBe(401);
      const about = await get('/clients/npm/@adwarden%2fclient');
      const { tarball } = Object.values<{ dist: { tarball: string } }>(
        JSON.parse(about.text).versions,
      )[0]?.dist ?? { tarball: '' };
      const { port, pathname } = new URL(tarball);
      expect(Number(port)).toBe(ports[kind]);
      expect((await ask(ports[kind], pathname)).status, pathname).toBe(200);
    });
  });

  test('the shipped files keep public answers by app, whether the path is there or not', async () => {
    const { path } = await office.addApp();
    await expect.poll(async () => (await ask(one.port, path)).status).toBe(200);
    const asked = [base + path, base + path, path, `${base}${path}&v=1`];
    const caches: string[] = [];
    for (const each of asked) caches.push((await ask(nginx.port, each)).cache);
    expect(caches).toEqual(['MISS', 'HIT', 'HIT', 'HIT']);
  });

  test('the shipped files keep metrics away below the path, too', async () => {
    expect((await ask(nginx.port, `${base}/metrics`)).status).toBe(404);
  });
});
