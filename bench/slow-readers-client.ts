import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/*
 * Clients that ask and never read an answer.
 *
 *   node slow-readers-client.ts PORT CLIENTS FILE-OF-WHAT-EACH-SENDS
 *
 * Says `connected` when all of them are, sends on any message, and ends with its parent.
 */

const [port, clients, file = ''] = process.argv.slice(2);
const question = readFileSync(file);
/** Connections that are opened at the same time: fewer than a listening socket keeps waiting. */
const together = 100;

function open() {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  // Paused before it is connected, it never begins to read.
  socket.pause();
  // The server may close it, which is its right.
  socket.on('error', () => {});
  return socket;
}

const sockets: ReturnType<typeof open>[] = [];
while (sockets.length < Number(clients)) {
  const some = Array.from({ length: together }, open);
  await Promise.all(some.map((socket) => once(socket, 'connect')));
  sockets.push(...some);
}
process.on('message', () => {
  for (const socket of sockets) socket.write(question);
});
process.on('disconnect', () => process.exit(0));
process.send?.('connected');
