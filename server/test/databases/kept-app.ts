import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { vi } from 'vitest';
import { lastGoodName } from '../../src/ads/last-good/ads.last-good.file.ts';
import type { ServerProcess } from '../servers/server-process.ts';

const soon = { timeout: 90_000, interval: 100 };

/** Makes an app with the name "Kept". Resolves to the path of its ads when it is among the last good ads of the folder. */
export async function addKeptApp(server: ServerProcess, dataDir: string): Promise<string> {
  const body = sampleAppForm({ appName: 'Kept' });
  const as = await server.signIn();
  const { appID, authToken } = (await server.ask('/apps/addApp', { method: 'POST', as, body })).body
    .data;
  const path = `${calls.getAds.path}?appID=${appID}&authToken=${authToken}`;
  await vi.waitUntil(async () => (await server.ask(path)).status === 200, soon);
  const files = [lastGoodName, `${lastGoodName}-wal`].map((name) => join(dataDir, name));
  const isIn = (file: string) => existsSync(file) && readFileSync(file).includes('Kept');
  // On a busy machine, a stop does not wait for a file that is being written.
  await vi.waitUntil(() => files.some(isIn), soon);
  return path;
}
