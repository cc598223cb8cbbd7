import { readFileSync } from 'node:fs';
import { getRequest } from './answers.ts';
import { type LeanConnection, openLeanConnection } from './lean-connection.ts';
import { percentile, seededRandom } from './statistics.ts';

/*
 * Asks for random ads at a constant rate, whatever the server does, and takes each time from the moment
 * the question was due: a server that stops for a while is not spared the questions of that while.
 *
 *   node steady-client.ts PORT REQUESTS-FILE PER-SECOND SECONDS CONNECTIONS
 *
 * Prints JSON at the end, which comes sooner when a message tells it so. Says `begun` when it is warm.
 */

const asBytes = (path: string) => Buffer.from(getRequest(path), 'latin1');
const [port, requestsFile = '', rate, seconds, connections] = process.argv.slice(2);
const urls = readFileSync(requestsFile, 'utf8').trimEnd().split('\n').map(asBytes);
const random = seededRandom(11);
const perMs = Number(rate) / 1000;
/** The first second is for warming up, this program's code too, and does not count. */
const warming = Number(rate);
let total = warming + Math.floor(Number(rate) * Number(seconds));

const times = new Float64Array(total);
let answered = 0;
let due = 0;
let finish = () => {};
const finished = new Promise<void>((resolve) => {
  finish = resolve;
});

type Asker = { ask: LeanConnection['ask']; dueAt: number };
const idle: Asker[] = [];
let began = 0;
let sent = 0;

function send(asker: Asker): void {
  asker.dueAt = began + sent / perMs;
  sent += 1;
  asker.ask(urls[Math.floor(random() * urls.length)] as Buffer);
}

function hear(asker: Asker, status: number): void {
  if (status !== 200) throw new Error(`The ads endpoint answers ${status}`);
  times[answered] = performance.now() - asker.dueAt;
  answered += 1;
  if (answered === warming) process.send?.('begun');
  if (answered === total) finish();
  else if (sent < due) send(asker);
  else idle.push(asker);
}

for (let index = 0; index < Number(connections); index += 1) {
  const asker: Asker = { ask: () => {}, dueAt: 0 };
  asker.ask = (await openLeanConnection(Number(port), (status) => hear(asker, status))).ask;
  idle.push(asker);
}

function tick(): void {
  due = Math.min(total, Math.floor((performance.now() - began) * perMs) + 1);
  while (sent < due && idle.length > 0) send(idle.pop() as Asker);
  if (sent < total) setTimeout(tick, 1);
  else if (answered === total) finish();
}

process.on('message', () => {
  total = Math.max(sent, warming + 1);
});
process.on('disconnect', () => process.exit(1));
began = performance.now();
tick();
await finished;
const took = performance.now() - began;
const counted = times.subarray(warming, total);
console.log(
  JSON.stringify({
    p50: percentile(counted, 0.5),
    p99: percentile(counted, 0.99),
    max: percentile(counted, 1),
    perSecond: (total / took) * 1000,
  }),
);
process.exit(0);
