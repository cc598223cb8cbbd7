import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a port of this machine that can be cut, that can fall silent, and whose end can be moved. */
export async function openLine(to: number) {
  let target = to;
  let state: 'open' | 'silent' | 'cut' = 'open';
  let carried = 0;
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    if (state === 'cut') return from.destroy();
    const onward = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        })
        .on('data', (bytes: Buffer) => {
          if (state !== 'open') return;
          if (one === onward) carried += bytes.length;
          other.write(bytes);
        });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    /** The bytes that came from its end. */
    carried: () => carried,
    cut() {
      state = 'cut';
      drop();
    },
    /** It stays open, and nothing comes through. */
    silence() {
      state = 'silent';
    },
    open(next = target) {
      target = next;
      state = 'open';
      drop();
    },
    close() {
      drop();
      server.close();
    },
  };
}

export type Line = Awaited<ReturnType<typeof openLine>>;
