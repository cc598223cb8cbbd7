import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { typescriptFiles } from './typescript.ts';

test('the script for pages has at most 1.1 times its size in 0.3.2', async () => {
  const files = await typescriptFiles();
  const script = files.get('adwarden.global.js') ?? '';
  expect(script.length).toBeGreaterThan(10_000);
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(6_797);
});
