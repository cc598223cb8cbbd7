import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/kit/logger.ts';
import { sendRaw } from '../outside/raw-socket.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';

/* Paths that no browser sends, below every folder of public files. */

const webFolder = mkdtempSync(join(tmpdir(), 'adwarden-web-'));
const lines: { level: number; msg: string }[] = [];
let adwarden: TestServer;
let address: string;
beforeAll(async () => {
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><html><head></head></html>');
  const memory = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  adwarden = await buildTestServer({}, { webFolder, logger: createLogger('info', memory) });
  address = await adwarden.listen();
});
afterAll(async () => {
  await adwarden.close();
  rmSync(webFolder, { recursive: true, force: true });
});

const folders = ['/', '/assets', '/clients', '/docs', '/docs/static', '/docs/static/theme'];
const others = ['/icons', '/schemas', '/openapi.json', '/metrics', '/healthz'];
const odd = [
  '',
  '.',
  '..',
  '../',
  '../package.json',
  '...',
  '..\\..',
  '..;/',
  '.git/config',
  '.env',
  '%00',
  'x%00.js',
  '%2e%2e',
  '%2e%2e%2f',
  '..%2f..%2fpackage.json',
  '%252e%252e',
  '%5c..',
  '%',
  '%zz',
  '%ff',
  '%c0%ae%c0%ae/',
  '%ed%a0%80',
  'a%0d%0ab',
  '~',
  '*',
  ':file',
  '//',
  ';',
  '__proto__',
  'constructor',
  'index.html/..',
  'x'.repeat(300),
  'x/'.repeat(2000),
];

it.each([...folders, ...others])('odd paths below %s are refused, and no error', async (folder) => {
  lines.length = 0;
  const faults: string[] = [];
  for (const name of odd) {
    for (const method of ['GET', 'HEAD']) {
      const path = `${folder === '/' ? '' : folder}/${name}`;
      const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const status = /^HTTP\/1\.1 (\d+)/.exec(await sendRaw(address, head))?.[1];
      if (!/^(200|30\d|40[04]|414)$/.test(status ?? ''))
        faults.push(`${method} ${path}: ${status}`);
    }
  }
  expect(faults).toEqual([]);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});
