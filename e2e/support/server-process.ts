import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../deploy/programs/built.ts';
import { freePort } from '../../deploy/programs/free-port.ts';

const main = built('main');

/** The origins of all servers that this process has started. */
export const startedServers = new Set<string>();

export type ServerProcess = { address: string; dataDir: string; stop: () => Promise<void> };

/**
 * Starts the real server as a process on its own port, or on that of the environment (`PORT`). `stop` removes its data directory, unless it was given. The
 * server also ends when this process ends for any reason, because the 'ipc' channel closes.
 */
export async function startServer(
  environment: Record<string, string>,
  givenDir?: string,
): Promise<ServerProcess> {
  const dataDir = givenDir ?? mkdtempSync(join(tmpdir(), 'adwarden-e2e-'));
  const port = environment.PORT ?? (await freePort());
  const address = `http://127.0.0.1:${port}`;
  startedServers.add(address);
  const child = spawn(process.execPath, [main], {
    // In another folder and without this shell's settings, so that a developer's .env has no effect.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The server ended before it listened: ${output}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Adwarden is on')) resolve();
    });
  });
  return {
    address,
    dataDir,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      if (!givenDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
