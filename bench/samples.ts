import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSet } from './data-set.ts';
import { type Samples, samplesFile } from './samples-profile.ts';
import { type Server, startServer } from './server.ts';

/** The file of the samples. */
const samples = join(tmpdir(), `adwarden-bench-samples-${process.pid}`);
const profile = new URL('samples-profile.ts', import.meta.url).href;

/** Starts a server, `main` or ours, whose thread that answers can be sampled. */
export function startSampled({ dataDir }: DataSet, main?: string): Promise<Server> {
  const settings = { NODE_OPTIONS: `--import ${profile}`, [samplesFile]: samples };
  return startServer(dataDir, { core: 'server', settings, ...(main !== undefined && { main }) });
}

/** What the thread that answers does for so long. */
export async function samplesOf({ ads }: Server, seconds: number): Promise<Samples> {
  rmSync(samples, { force: true });
  process.kill(ads, 'SIGUSR2');
  await pause(seconds * 1000);
  process.kill(ads, 'SIGUSR2');
  while (!existsSync(samples) || readFileSync(samples, 'utf8') === '') await pause(20);
  return JSON.parse(readFileSync(samples, 'utf8')) as Samples;
}
