import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/*
 * Clients that send requests and never read the answers.
 *
 *   node slow-readers-client.ts PORT CLIENTS REQUESTS-FILE
 *
 * Reports `connected` when all clients are connected, sends the requests on any message, and ends with its parent.
 */

const [port, clients, file = ''] = process.argv.slice(2);
const requests = readFileSync(file);
/** The number of connections that are opened at the same time: fewer than the backlog of a listening socket. */
const batchSize = 100;

function open() {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  // Paused before it connects, so it never begins to read.
  socket.pause();
  // The server may close the connection; that is allowed.
  socket.on('error', () => {});
  return socket;
}

const sockets: ReturnType<typeof open>[] = [];
while (sockets.length < Number(clients)) {
  const some = Array.from({ length: batchSize }, open);
  await Promise.all(some.map((socket) => once(socket, 'connect')));
  sockets.push(...some);
}
process.on('message', () => {
  for (const socket of sockets) socket.write(requests);
});
process.on('disconnect', () => process.exit(0));
process.send?.('connected');
