import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/* The thread of an ads clock (ads-clock.ts): answers each message with the largest delay since the previous message. */

const every = 5;
const { host, port, path } = workerData as { host: string; port: number; path: string };
const question = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

let due = performance.now();
let isWaiting = false;
let worst = 0;
let failure = '';

const late = () => performance.now() - due;
const socket = connect(port, host).setNoDelay(true);
socket.on('error', (error) => {
  failure = error.message;
});
socket.on('data', (bytes) => {
  if (!isWaiting) return;
  const text = bytes.toString('latin1');
  if (!text.startsWith('HTTP/1.1 200')) failure = text;
  worst = Math.max(worst, late());
  isWaiting = false;
  due = Math.max(due + every, performance.now());
});
setInterval(() => {
  if (isWaiting || late() < 0) return;
  isWaiting = true;
  socket.write(question);
}, 1);
parentPort?.on('message', () => {
  const ms = isWaiting ? Math.max(worst, late()) : worst;
  worst = 0;
  parentPort?.postMessage({ ms, failure });
});
