import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestServer, type TestServer } from '../../test/servers/build-test-server.ts';

const script = "document.documentElement.dataset.ready = 'yes'";
const webFolder = mkdtempSync(join(tmpdir(), 'adwarden-web-'));
const packages = [
  'clients/npm/@adwarden/client/-/client-1.2.3.tgz',
  'clients/maven/adwarden/adwarden-client/1.2.3/adwarden-client-1.2.3.jar.sha256',
  'clients/swift/Package.swift',
  'clients/adwarden-java.zip',
];
let adwarden: TestServer;

beforeAll(async () => {
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(webFolder, 'assets', 'main-abc123.js.br'), 'as br');
  writeFileSync(join(webFolder, 'assets', 'main-abc123.js.gz'), 'as gzip');
  for (const name of packages) {
    mkdirSync(join(webFolder, name, '..'), { recursive: true });
    writeFileSync(join(webFolder, name), name);
  }
  writeFileSync(
    join(webFolder, 'clients/npm/@adwarden/client.json'),
    JSON.stringify({ name: '@adwarden/client', tarball: '{address}/client.tgz' }),
  );
  writeFileSync(join(webFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(
    join(webFolder, 'index.html'),
    `<!doctype html><html><head><link href="./favicon.svg"><script>${script}</script><script src="./assets/main-abc123.js"></script></head><body></body></html>`,
  );
  adwarden = await buildTestServer({ COMPANY_NAME: 'Tide & "Sons"' }, { webFolder });
});
afterAll(async () => {
  await adwarden.close();
  rmSync(webFolder, { recursive: true, force: true });
});

const get = (url: string, accept = 'text/html') =>
  adwarden.inject({ method: 'GET', url, headers: { accept } });

describe('pages', () => {
  test.each(['/', '/admin/login', '/dashboard', '/no/such/page', '/userland'])(
    '%s is the web app',
    async (url) => {
      const page = await get(url);
      expect(page.status, page.text).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['cache-control']).toBe('no-cache');
    },
  );

  test.each([
    { method: 'GET' as const, headers: { accept: '*/*' } },
    { method: 'GET' as const, headers: {} },
    { method: 'HEAD' as const, headers: { accept: '*/*' } },
    { method: 'HEAD' as const, headers: {} },
  ])(
    '$method / with $headers is the web app, for programs that watch it',
    async ({ method, headers }) => {
      const page = await adwarden.inject({ method, url: '/', headers });
      expect(page.status, page.text).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text === '').toBe(method === 'HEAD');
    },
  );

  test('the registry names the address that was asked, if it can be one', async () => {
    const url = '/clients/npm/@adwarden%2fclient';
    const ask = (headers: Record<string, string>) =>
      adwarden.inject({ method: 'GET', url, headers });
    const { body } = await ask({ host: 'adwarden.example.com:8080' });
    expect(body.tarball).toBe('http://adwarden.example.com:8080/client.tgz');
    const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect((await ask({ host: 'a.example', ...forwarded })).body.tarball).toBe(
      'http://a.example/client.tgz',
    );
    for (const host of ['a","tarball":"http://evil.example', 'a b', 'a/b?', "$'"]) {
      const { status, text } = await ask({ host });
      expect([status, text.includes('evil')], host).toEqual([400, false]);
    }
  });

  test.each(packages)('%s is served, also where a registry answers other paths', async (name) => {
    const { status, text } = await get(`/${name}`, '*/*');
    expect([status, text]).toEqual([200, name]);
    expect((await get(`/${name}.nothing`, '*/*')).status).toBe(404);
  });

  test('a file that the browser already has is 304, by any tag of its list', async () => {
    const url = '/assets/main-abc123.js';
    const tag = (await get(url)).headers.etag as string;
    const status = async (held: string) =>
      (await adwarden.inject({ method: 'GET', url, headers: { 'if-none-match': held } })).status;
    for (const held of [tag, `"other", W/${tag}`, '*']) expect(await status(held), held).toBe(304);
    for (const held of ['"other"', tag.slice(1, -1)]) expect(await status(held), held).toBe(200);
  });

  test('its inline script is allowed by hash, and nothing else inline', async () => {
    const { headers } = await get('/');
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('it finds the company name, escaped', async () => {
    const { text } = await get('/');
    expect(text).toContain('<meta name="company-name" content="Tide &amp; &quot;Sons&quot;">');
  });
});

describe('below a path', () => {
  let below: TestServer;
  beforeAll(async () => {
    below = await buildTestServer({ BASE_PATH: '/adwarden/' }, { webFolder });
  });
  afterAll(() => below.close());
  const page = (server: TestServer) =>
    server.inject({ method: 'GET', url: '/admin/login', headers: { accept: 'text/html' } });

  test.each([
    ['the root', () => adwarden, ''],
    ['a path', () => below, '/adwarden'],
  ])('the page at %s names its files and the path', async (_, server, path) => {
    const { text } = await page(server());
    expect(text).toContain(`<link href="${path}/favicon.svg">`);
    expect(text).toContain(`<script src="${path}/assets/main-abc123.js">`);
    expect(text).toContain(`<meta name="base-path" content="${path}">`);
    expect(text.indexOf('base-path'), 'read by the first script').toBeLessThan(
      text.indexOf(script),
    );
    expect(text).not.toContain('<base');
  });

  test('the registry names it, but PUBLIC_URL has its own path', async () => {
    const url = '/clients/npm/@adwarden%2fclient';
    const about = await below.inject({ method: 'GET', url, headers: { host: 'a.example' } });
    expect(about.body.tarball).toBe('http://a.example/adwarden/client.tgz');
    const settings = { BASE_PATH: '/adwarden', PUBLIC_URL: 'https://ads.example.com/phones/' };
    const other = await buildTestServer(settings, { webFolder });
    const { body } = await other.inject({ method: 'GET', url });
    expect(body.tarball).toBe('https://ads.example.com/phones/client.tgz');
    await other.close();
  });
});

describe('paths of the API', () => {
  test.each([
    '/api/x',
    '/apps',
    '/user/x',
    '/config/',
    '/category/x',
    '/icons/x',
    '/assets/x.js',
    '/docs/x',
  ])('what is unknown in %s is a JSON 404, so that a missing chunk is never HTML', async (url) => {
    const answer = await get(url);
    expect(answer.status, answer.text).toBe(404);
    expect(answer.body).toMatchObject({ status: 'error', success: false });
  });

  test('an unknown path that does not ask for HTML is a JSON 404', async () => {
    expect((await get('/no/such/page', 'application/json')).status).toBe(404);
  });
});

test('a file that the build has compressed is sent compressed to clients that accept it', async () => {
  const ask = (encoding: string) =>
    adwarden.server.inject({
      url: '/assets/main-abc123.js',
      headers: { 'accept-encoding': encoding },
    });
  const answers = await Promise.all(['gzip, deflate, br', 'gzip', 'identity', 'br;q=0'].map(ask));
  const encodings = answers.map(({ headers }) => headers['content-encoding']);
  expect(encodings).toEqual(['br', 'gzip', undefined, undefined]);
  expect(answers.map(({ body }) => body)).toEqual(['as br', 'as gzip', 'export {};', 'export {};']);
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
  expect((await get('/assets/main-abc123.js.br', '*/*')).status).toBe(404);
});

test('hashed files are immutable, others are asked for again', async () => {
  const hashed = await get('/assets/main-abc123.js', '*/*');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const plain = await get('/favicon.svg', '*/*');
  expect(plain.headers['cache-control']).toBe('no-cache');
});
