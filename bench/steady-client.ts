import { readFileSync } from 'node:fs';
import { getRequest } from './answers.ts';
import { type LeanConnection, openLeanConnection } from './lean-connection.ts';
import { percentiles, seededRandom } from './statistics.ts';

/*
 * Asks for random ads at a constant rate, whatever the server does, and takes each time from the moment
 * the question was due: a server that stops for a while is not spared the questions of that while.
 *
 *   node steady-client.ts PORT REQUESTS-FILE PER-SECOND CONNECTIONS
 *
 * Says `begun` when it is warm. Answers `window` with the times since the message before it, which may also
 * be `forget`; a window in which nothing was answered ends it.
 */

const asBytes = (path: string) => Buffer.from(getRequest(path), 'latin1');
const [port, requestsFile = '', rate, connections] = process.argv.slice(2);
const urls = readFileSync(requestsFile, 'utf8').trimEnd().split('\n').map(asBytes);
const random = seededRandom(11);
const perMs = Number(rate) / 1000;
/** For warming up, this program's code too. */
const warmingMs = 1000;
/** A window is not longer than this; made before, not while somebody waits for an answer. */
const mostSeconds = 180;

const times = new Float64Array(Number(rate) * mostSeconds);
let answered = 0;

type Asker = { ask: LeanConnection['ask']; dueAt: number };
const idle: Asker[] = [];
let began = 0;
let sent = 0;
let due = 0;

function send(asker: Asker): void {
  asker.dueAt = began + sent / perMs;
  sent += 1;
  asker.ask(urls[Math.floor(random() * urls.length)] as Buffer);
}

function hear(asker: Asker, status: number): void {
  if (status !== 200) throw new Error(`The ads endpoint answers ${status}`);
  if (answered === times.length) throw new Error(`A window is longer than ${mostSeconds} s`);
  times[answered] = performance.now() - asker.dueAt;
  answered += 1;
  if (sent < due) send(asker);
  else idle.push(asker);
}

for (let index = 0; index < Number(connections); index += 1) {
  const asker: Asker = { ask: () => {}, dueAt: 0 };
  asker.ask = (await openLeanConnection(Number(port), (status) => hear(asker, status))).ask;
  idle.push(asker);
}

function tick(): void {
  due = Math.floor((performance.now() - began) * perMs) + 1;
  while (sent < due && idle.length > 0) send(idle.pop() as Asker);
  setTimeout(tick, 1);
}

process.on('message', (order) => {
  const window = times.subarray(0, answered);
  answered = 0;
  if (order === 'forget') return;
  const [p50, p99, max] = percentiles(window, [0.5, 0.99, 1]);
  process.send?.({ p50, p99, max });
});
process.on('disconnect', () => process.exit(0));
began = performance.now();
tick();
setTimeout(() => process.send?.('begun'), warmingMs);
