import type { SendHandle } from 'node:child_process';
import { once } from 'node:events';
import * as net from 'node:net';
import { cannotListen } from '../cannot-listen.ts';

/** The handle of a port, which the processes that listen there share, and its address. */
export type Listening = { handle: SendHandle; port: number; address: string };

type CreateHandle = (
  address: string,
  port: number,
  family: 4 | 6,
  fd: -1,
  flags: 0,
) => SendHandle | number;

/** Node's `cluster` makes its handles by this function, too; but it closes them when its last worker ends. */
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle: CreateHandle;
};

/**
 * Takes a port without accepting anything; 0 takes a free one. The supervisor gives the handle to its processes, which
 * listen and accept. While none of them runs, connections wait instead of being refused. Throws a one-line Error when the
 * port cannot be used.
 */
export async function takePort(port: number, host: string): Promise<Listening> {
  // A handle reports a taken port only when a process listens.
  const probe = net.createServer();
  probe.listen({ port, host });
  await once(probe, 'listening').catch((error) => {
    throw cannotListen(error, { port, host });
  });
  const found = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  const family = found.family === 'IPv6' ? 6 : 4;
  const handle = createHandle(found.address, found.port, family, -1, 0);
  if (typeof handle === 'number') {
    throw cannotListen(new Error(`error ${handle}`), { port, host });
  }
  const named = family === 6 ? `[${found.address}]` : found.address;
  return { handle, port: found.port, address: `http://${named}:${found.port}` };
}
