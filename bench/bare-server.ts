import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequest, openConnection } from './answers.ts';

/*
 * The measure of the ads endpoint: a bare node:http server that sends the same bytes and headers to the
 * same requests. It learns them from the real server once, keeps them ready, and only looks up the URL.
 *
 *   node bare-server.ts PORT-OF-THE-REAL-SERVER URLS-FILE       (tells its own port to its parent)
 */

type Answer = { headers: string[]; body: string };

const [realPort, urlsFile = ''] = process.argv.slice(2);
const urls = readFileSync(urlsFile, 'utf8').trimEnd().split('\n');
const answers = new Map<string, Answer>();
/** Headers that Node's server writes by itself. */
const ownHeaders = ['date', 'connection', 'keep-alive'];
const together = 64;
let keepAliveSeconds = 5;

function learn(url: string, head: string, body: string): void {
  const [status = '', ...lines] = head.trimEnd().split('\r\n');
  if (!status.includes(' 200 ')) throw new Error(`The real server answers ${status} to ${url}`);
  const headers: string[] = [];
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/: (.*)/s);
    if (name.toLowerCase() === 'keep-alive') keepAliveSeconds = Number(value.split('=')[1]);
    if (!ownHeaders.includes(name.toLowerCase())) headers.push(name, value);
  }
  answers.set(url, { headers, body });
}

/** Asks for everything, some at a time, since answers come in the order of the questions. */
async function learnAll(): Promise<void> {
  let heard = 0;
  let batchIsHeard = () => {};
  const { socket, ask } = await openConnection(Number(realPort), (head, body) => {
    learn(urls[heard] as string, head, body);
    heard += 1;
    if (heard % together === 0 || heard === urls.length) batchIsHeard();
  });
  for (let asked = 0; asked < urls.length; asked += together) {
    const answered = new Promise<void>((resolve) => {
      batchIsHeard = resolve;
    });
    ask(
      urls
        .slice(asked, asked + together)
        .map(getRequest)
        .join(''),
    );
    await answered;
  }
  socket.destroy();
}

await learnAll();

const server = createServer({ keepAliveTimeout: keepAliveSeconds * 1000 }, (request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, answer.headers);
  // Text in latin1 leaves together with the head, in one write; a Buffer takes two.
  response.end(answer.body, 'latin1');
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
