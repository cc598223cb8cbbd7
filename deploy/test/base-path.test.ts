import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { freePort } from '../programs/free-port.ts';
import { ask } from './ask.ts';
import { type App, openBackOffice } from './back-office.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type Node, node } from './node.ts';

/* BASE_PATH behind the real nginx: with the shipped files, and with the two lines of docs/operate.md. */

const base = '/tools/adwarden';

describe.skipIf(!findNginx())('nginx in front of a node below a path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-base-'));
  let one: Node;
  let nginx: Nginx;
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
         location ${base}/ { include adwarden/to-node.conf; proxy_pass ${to}; }
       }`;
    nginx = await startNginx({
      nodes: [one.port],
      basePath: base,
      callers: (text) =>
        [text, serverOf(ports.keeps, upstream), serverOf(ports.strips, `${upstream}/`)].join('\n'),
    });
    ports.shipped = nginx.port;
    app = await (await openBackOffice(one.port)).addApp();
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
    const { path } = await (await openBackOffice(one.port)).addApp();
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
