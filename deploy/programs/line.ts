import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The length of a line: `delayMs` one way, and the share of the packets that are sent again, `resendMs` later. */
export type Distance = { delayMs: number; loss: number; resendMs: number };

const near: Distance = { delayMs: 0, loss: 0, resendMs: 0 };

/** A line to another continent: 200 ms there and back, 1 % loss. TCP sends a lost packet again after about 300 ms. */
export const farAway: Distance = { delayMs: 100, loss: 0.01, resendMs: 300 };
/** The usual size of a packet's content, in bytes. */
const packetBytes = 1448;

/** Passes bytes on in one direction, in order, after the delay of the distance. */
function carry(from: Socket, to: Socket, distance: Distance, mayPass: (bytes: number) => boolean) {
  const waiting: (() => void)[] = [];
  let last = 0;
  const later = (run: () => void, ms: number) => {
    last = Math.max(last, performance.now() + ms);
    waiting.push(run);
    setTimeout(() => waiting.shift()?.(), Math.max(0, last - performance.now()));
  };
  from
    .on('data', (bytes: Buffer) => {
      if (!mayPass(bytes.length)) return;
      if (distance.delayMs === 0) return void to.write(bytes);
      const kept = (1 - distance.loss) ** Math.ceil(bytes.length / packetBytes);
      const isLost = Math.random() > kept;
      later(() => to.write(bytes), distance.delayMs + (isLost ? distance.resendMs : 0));
    })
    .on('error', () => {})
    .on('close', () => later(() => to.destroy(), distance.delayMs));
}

/** Opens a line to a port of this machine that can be cut, that can fall silent, and whose end can be moved. */
export async function openLine(to: number, distance: Distance = near) {
  let target = to;
  let state: 'open' | 'silent' | 'cut' = 'open';
  let carried = 0;
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    if (state === 'cut') return from.destroy();
    const onward = connect(target, '127.0.0.1');
    for (const one of [from, onward]) {
      sockets.add(one);
      one.once('close', () => sockets.delete(one));
    }
    carry(from, onward, distance, () => state === 'open');
    carry(onward, from, distance, (bytes) => {
      if (state !== 'open') return false;
      carried += bytes;
      return true;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    /** Returns the number of bytes that came from its end. */
    carried: () => carried,
    cut() {
      state = 'cut';
      drop();
    },
    /** Keeps the line open, and lets nothing through. */
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
