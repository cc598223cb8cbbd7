import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/*
 * Clients that send a request with a body without end, and begin again when the server closes their connection.
 *
 *   node endless-bodies-client.ts PORT CLIENTS HEAD-FILE PIECE-BYTES
 *
 * With PIECE-BYTES the body comes in chunks of this size; with 0 it comes as it is, and the head has a length. Reports
 * `connected` when all clients are connected, sends on any message, and ends with its parent.
 */

const [port, clients, file = '', pieceBytes] = process.argv.slice(2);
const head = readFileSync(file);
const sliceBytes = 64 * 1024;
const batchSize = 100;

const size = Number(pieceBytes);
const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const slice =
  size === 0 ? Buffer.alloc(sliceBytes, 'x') : Buffer.from(chunk.repeat(sliceBytes / chunk.length));

const open = () => connect({ port: Number(port), host: '127.0.0.1' }).on('error', () => {});

function send(socket: Socket): void {
  const more = () => {
    while (!socket.destroyed && socket.write(slice));
  };
  socket.resume().on('drain', more);
  socket.once('close', () => {
    const next = open();
    next.once('connect', () => send(next));
  });
  socket.write(head);
  more();
}

const sockets: Socket[] = [];
while (sockets.length < Number(clients)) {
  const some = Array.from({ length: batchSize }, open);
  await Promise.all(some.map((socket) => once(socket, 'connect')));
  sockets.push(...some);
}
process.on('message', () => {
  for (const socket of sockets) send(socket);
});
process.on('disconnect', () => process.exit(0));
process.send?.('connected');
