import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathOfLine, requestAll } from './answers.ts';

/*
 * A bare node:http server, with which the ads endpoint is compared. It sends the same headers and bodies for the same
 * requests. At its start it gets them from the real server; then it only looks up the URL. Therefore the file of requests
 * must not contain a URL twice with different headers.
 *
 *   node bare-server.ts PORT-OF-THE-REAL-SERVER REQUESTS-FILE       (sends its own port to its parent)
 */

type Answer = { status: number; headers: string[]; body: string };

const [realPort, requestsFile = ''] = process.argv.slice(2);
const lines = readFileSync(requestsFile, 'utf8').trimEnd().split('\n');
const answers = new Map<string, Answer>();
/** Headers that Node's server adds by itself. */
const ownHeaders = ['date', 'connection', 'keep-alive'];
let keepAliveSeconds = 5;

function addAnswer(url: string, head: string, body: string): void {
  const [first = '', ...rest] = head.trimEnd().split('\r\n');
  const status = Number(first.split(' ')[1]);
  if (status !== 200 && status !== 304)
    throw new Error(`The real server answers ${first} to ${url}`);
  const headers: string[] = [];
  for (const line of rest) {
    const [name = '', value = ''] = line.split(/: (.*)/s);
    if (name.toLowerCase() === 'keep-alive') keepAliveSeconds = Number(value.split('=')[1]);
    if (!ownHeaders.includes(name.toLowerCase())) headers.push(name, value);
  }
  answers.set(url, { status, headers, body });
}

await requestAll(Number(realPort), lines, (line, head, body) =>
  addAnswer(pathOfLine(line), head, body),
);

const server = createServer({ keepAliveTimeout: keepAliveSeconds * 1000 }, (request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  // Node sends a latin1 text together with the head in one write; a Buffer needs two writes.
  if (answer.status === 304) response.end();
  else response.end(answer.body, 'latin1');
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
