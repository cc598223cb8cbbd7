import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { built } from '../../deploy/programs/built.ts';
import type { DataSet } from '../data-sets/data-set.ts';
import { type Server, startServer } from '../servers/server.ts';
import { type Samples, samplesFile } from './samples-profile.ts';

/** The server writes its samples into this file. */
const samples = join(tmpdir(), `adwarden-bench-samples-${process.pid}`);
const profile = new URL('samples-profile.ts', import.meta.url).href;

/**
 * Starts a server whose ads thread is sampled. `main` is the file of its program; without it, that of this repository. The
 * sources of that program run, because samples name their files.
 */
export function startSampled({ dataDir }: DataSet, main = built('main')): Promise<Server> {
  const sources = join(dirname(main), '../src/main.ts');
  const settings = { NODE_OPTIONS: `--import ${profile}`, [samplesFile]: samples };
  return startServer(dataDir, { core: 'server', settings, main: sources });
}

/** Takes samples of the server's ads thread for so many seconds. */
export async function samplesOf({ ads }: Server, seconds: number): Promise<Samples> {
  rmSync(samples, { force: true });
  process.kill(ads, 'SIGUSR2');
  await pause(seconds * 1000);
  process.kill(ads, 'SIGUSR2');
  while (!existsSync(samples) || readFileSync(samples, 'utf8') === '') await pause(20);
  return JSON.parse(readFileSync(samples, 'utf8')) as Samples;
}
