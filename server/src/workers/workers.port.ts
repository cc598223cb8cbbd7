import { once } from 'node:events';
import { createServer } from 'node:net';
import { cannotListen } from '../cannot-listen.ts';

/** Whether the system distributes connections among the sockets of one port (ADR 12). If not, Node's cluster does. */
export const sharesPorts = process.platform === 'linux';

/**
 * Returns the port for all workers; for 0 a free one. Throws a one-line Error when the port is taken. It is tried without sharing,
 * because two servers that share a port do not notice each other.
 */
export async function choosePort(port: number, host: string): Promise<number> {
  const probe = createServer();
  probe.listen({ port, host });
  await once(probe, 'listening').catch((error) => {
    throw cannotListen(error, { port, host });
  });
  const { port: chosen } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return chosen;
}
