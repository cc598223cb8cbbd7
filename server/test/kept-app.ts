import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { vi } from 'vitest';
import { lastGoodName } from '../src/ads/last-good/ads.last-good.file.ts';
import type { ServerProcess } from './server-process.ts';

const soon = { timeout: 90_000, interval: 100 };

/**
 * Makes an app with the name "Kept". Resolves to the path of its ads when phones get them and the folder has last good ads;
 * a server that stops after that has written the app among them.
 */
export async function addKeptApp(server: ServerProcess, dataDir: string): Promise<string> {
  const body = sampleAppForm({ appName: 'Kept' });
  const as = await server.signIn();
  const { appID, authToken } = (await server.ask('/apps/addApp', { method: 'POST', as, body })).body
    .data;
  const path = `${calls.getAds.path}?appID=${appID}&authToken=${authToken}`;
  await vi.waitUntil(async () => (await server.ask(path)).status === 200, soon);
  await vi.waitUntil(() => existsSync(join(dataDir, lastGoodName)), soon);
  return path;
}
