import { readFileSync } from 'node:fs';
import { percentiles, seededRandom } from '../measuring/statistics.ts';
import { getRequest } from './answers.ts';
import { type LeanConnection, openLeanConnection } from './lean-connection.ts';

/*
 * Requests random ads at a constant rate, also while the server does not answer. A response time begins when the
 * request was due, so the requests that a blocked server delays count in full.
 *
 *   node constant-rate-client.ts PORT REQUESTS-FILE PER-SECOND CONNECTIONS
 *
 * Sends `ready` when it has warmed up. Answers the message `window` with the response times since the last message
 * `window` or `reset`. A window without any answer ends the process with an error.
 */

const asBytes = (path: string) => Buffer.from(getRequest(path), 'latin1');
const [port, requestsFile = '', rate, connections] = process.argv.slice(2);
const urls = readFileSync(requestsFile, 'utf8').trimEnd().split('\n').map(asBytes);
const random = seededRandom(11);
const perMs = Number(rate) / 1000;
/** Time to warm up the server and this program. */
const warmingMs = 1000;
/** The longest window. The array for its times is allocated at the start, not while requests wait. */
const mostSeconds = 180;

const times = new Float64Array(Number(rate) * mostSeconds);
let answered = 0;

type Client = { send: LeanConnection['send']; dueAt: number };
const idle: Client[] = [];
let began = 0;
let sent = 0;
let due = 0;

function sendNext(client: Client): void {
  client.dueAt = began + sent / perMs;
  sent += 1;
  client.send(urls[Math.floor(random() * urls.length)] as Buffer);
}

function receive(client: Client, status: number): void {
  if (status !== 200) throw new Error(`The ads endpoint answers ${status}`);
  if (answered === times.length) throw new Error(`A window is longer than ${mostSeconds} s`);
  times[answered] = performance.now() - client.dueAt;
  answered += 1;
  if (sent < due) sendNext(client);
  else idle.push(client);
}

for (let index = 0; index < Number(connections); index += 1) {
  const client: Client = { send: () => {}, dueAt: 0 };
  client.send = (await openLeanConnection(Number(port), (status) => receive(client, status))).send;
  idle.push(client);
}

function tick(): void {
  due = Math.floor((performance.now() - began) * perMs) + 1;
  while (sent < due && idle.length > 0) sendNext(idle.pop() as Client);
  setTimeout(tick, 1);
}

process.on('message', (order) => {
  const window = times.subarray(0, answered);
  answered = 0;
  if (order === 'reset') return;
  const [p50, p99, max] = percentiles(window, [0.5, 0.99, 1]);
  process.send?.({ p50, p99, max });
});
process.on('disconnect', () => process.exit(0));
began = performance.now();
tick();
setTimeout(() => process.send?.('ready'), warmingMs);
