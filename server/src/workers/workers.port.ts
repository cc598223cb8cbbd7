import { once } from 'node:events';
import { createServer } from 'node:net';

/** Whether the system shares connections out among sockets of one port (ADR 12); else the supervisor does. */
export const sharesPorts = process.platform === 'linux';

/**
 * Answers the port that all workers are to listen on, a free one for 0; throws when it is taken. Asked
 * without sharing, since two servers that both share a port would not notice each other.
 */
export async function choosePort(port: number, host: string): Promise<number> {
  const probe = createServer();
  probe.listen({ port, host });
  await once(probe, 'listening');
  const { port: chosen } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return chosen;
}
