import { readFileSync } from 'node:fs';
import { adsSchema, adsSchemaPath } from '@adwarden/contract/ads-schema';
import { calls } from '@adwarden/contract/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestServer, type TestServer } from '../../test/servers/build-test-server.ts';

let adwarden: TestServer;
beforeAll(async () => {
  adwarden = await buildTestServer();
});
afterAll(() => adwarden.close());

test('docs/openapi.json is the server’s document; npm run openapi writes it again', async () => {
  const { body } = await adwarden.inject({ method: 'GET', url: '/openapi.json' });
  const file = new URL('../../../docs/openapi.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(body);
});

test('every route of the contract is described, and the other paths', async () => {
  const { body } = await adwarden.inject({ method: 'GET', url: '/openapi.json' });
  const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const promised = Object.values(calls).map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`,
  );
  const besides = [
    'HEAD /api/getAds',
    'OPTIONS /api/getAds',
    'GET /healthz',
    'GET /icons/{file}',
    'GET /metrics',
    'GET /openapi.json',
    'GET /readyz',
    'GET /app-ads.txt',
    'GET /schemas/ads.json',
  ];
  expect(described.sort()).toEqual([...promised, ...besides].sort());
});

test('the reference page requests no other host', async () => {
  const page = await adwarden.inject({ method: 'GET', url: '/docs/' });
  expect(page.status, page.text).toBe(200);
  expect(page.text).toContain('Adwarden API');
  expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
  const policy = page.headers['content-security-policy'];
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/https?:|upgrade-insecure-requests/);
});

test('the schema of the ads answer is sent to everybody, with an ETag', async () => {
  const { status, headers, body } = await adwarden.inject({ method: 'GET', url: adsSchemaPath });
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/json');
  expect(body).toEqual(adsSchema());
  const again = await adwarden.inject({
    method: 'GET',
    url: adsSchemaPath,
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.status).toBe(304);
});
