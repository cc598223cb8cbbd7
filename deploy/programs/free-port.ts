import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux (32768) and macOS (49152) take by themselves for `listen(0)` and for connections. */
const [lowest, highest] = [10_000, 32_767];

/**
 * Finds a free port of this machine. Nothing reserves it. But the system does not give it to others by itself, also not while
 * the server that uses it is stopped for a moment.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port), 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
