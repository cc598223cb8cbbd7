import type { SendHandle } from 'node:child_process';
import { once } from 'node:events';
import * as net from 'node:net';
import { cannotListen } from '../cannot-listen.ts';

/** The handle of a port, which the processes that listen there share, and its address. */
export type Listening = { handle: SendHandle & { close(): void }; address: string };

type Found = { address: string; port: number; family: string | number };
type Handle = Listening['handle'] & { getsockname(found: object): number };
type CreateHandle = (
  address: string | null,
  port: number | null,
  family: 4 | 6 | null,
  fd: number,
  flags: 0,
) => Handle | number;

/** Node's function that makes handles. `cluster` uses it, too; but it closes them when its last worker ends. */
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle: CreateHandle;
};

/** The number of the first file that systemd hands over (sd_listen_fds(3)). */
const firstFile = 3;

/**
 * Takes a port without accepting anything; 0 takes a free one. The supervisor gives the handle to its processes, which
 * listen and accept. While none of them runs, connections wait instead of being refused. A port that systemd has opened is
 * taken over; it stays open over a restart. Throws a one-line Error when the port cannot be used.
 */
export async function takePort(port: number, host: string): Promise<Listening> {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  if (LISTEN_PID === String(process.pid)) return takeOver(LISTEN_FDS);
  return openPort(port, host);
}

/** Takes a port that systemd does not open; `name` is its setting. */
export async function openPort(port: number, host: string, name = 'PORT'): Promise<Listening> {
  // A handle reports a taken port only when a process listens.
  const probe = net.createServer();
  probe.listen({ port, host });
  await once(probe, 'listening').catch((error) => {
    throw cannotListen(error, { port, host, name });
  });
  const found = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  const family = found.family === 'IPv6' ? 6 : 4;
  const handle = createHandle(found.address, found.port, family, -1, 0);
  if (typeof handle === 'number') {
    throw cannotListen(new Error(`error ${handle}`), { port, host, name });
  }
  return { handle, address: addressOf(found) };
}

function takeOver(count: string | undefined): Listening {
  const handle = count === '1' ? createHandle(null, null, null, firstFile, 0) : 0;
  const found = {} as Found;
  if (typeof handle === 'number' || handle.getsockname(found) !== 0) {
    throw new Error('The socket unit of systemd must have one ListenStream, a TCP port');
  }
  return { handle, address: addressOf(found) };
}

const addressOf = ({ address, port, family }: Found) =>
  `http://${/6$/.test(String(family)) ? `[${address}]` : address}:${port}`;
