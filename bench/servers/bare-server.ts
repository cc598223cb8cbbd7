import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestAll } from '../clients/answers.ts';

/*
 * A bare node:http server, with which the ads endpoint is compared. At its start it gets one answer from the real server.
 * It sends the same head and body to every request, and looks nothing up: a table of all URLs would cost more than the
 * rest of it.
 *
 *   node bare-server.ts PORT-OF-THE-REAL-SERVER REQUEST-LINE       (sends its own port to its parent)
 */

const [realPort, line = ''] = process.argv.slice(2);
let status = 0;
const headers: string[] = [];
let body = '';
/** Headers that Node's server adds by itself. */
const ownHeaders = ['date', 'connection', 'keep-alive'];
let keepAliveSeconds = 5;

await requestAll(Number(realPort), [line], (_line, head, text) => {
  const [first = '', ...rest] = head.trimEnd().split('\r\n');
  status = Number(first.split(' ')[1]);
  body = text;
  if (status !== 200 && status !== 304)
    throw new Error(`The real server answers ${first} to ${line}`);
  for (const field of rest) {
    const [name = '', value = ''] = field.split(/: (.*)/s);
    if (name.toLowerCase() === 'keep-alive') keepAliveSeconds = Number(value.split('=')[1]);
    if (!ownHeaders.includes(name.toLowerCase())) headers.push(name, value);
  }
});

const server = createServer({ keepAliveTimeout: keepAliveSeconds * 1000 }, (_request, response) => {
  response.writeHead(status, headers);
  // Node sends a latin1 text together with the head in one write; a Buffer needs two writes.
  if (status === 304) response.end();
  else response.end(body, 'latin1');
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
