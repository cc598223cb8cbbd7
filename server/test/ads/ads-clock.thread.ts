import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * The thread of an ads clock (ads-clock.ts): answers each message with the largest delay since the previous message.
 * || Other programs do not count: the time that the process that answers, or this thread, waited for a processor is subtracted.
 * While this thread waits, the process may do work that does delay ads, so its work within the delay counts all the same.
 */

const every = 5;
const { host, port, path, pid } = workerData as {
  host: string;
  port: number;
  path: string;
  pid: number;
};
const question = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** Returns how long the main thread of a process, or this thread, has worked and has waited for a processor, in milliseconds. */
function processorTimeOf(who: number | 'thread-self') {
  const [worked, waited] = readFileSync(`/proc/${who}/schedstat`, 'latin1').split(' ');
  return { worked: Number(worked) / 1e6, waited: Number(waited) / 1e6 };
}

const timesNow = () => ({
  at: performance.now(),
  answering: processorTimeOf(pid),
  own: processorTimeOf('thread-self'),
});

let due = timesNow();
let isWaiting = false;
let isAsked = false;
let worst = 0;
let failure = '';

function late(): number {
  const { at, answering, own } = timesNow();
  const wall = at - due.at;
  const waited = answering.waited - due.answering.waited + own.waited - due.own.waited;
  const worked = answering.worked - due.answering.worked;
  return Math.max(wall - waited, Math.min(wall, worked));
}

/**
 * Reports the delay, but not while an answer is due: the system adds up how long a process has waited only when it runs again.
 */
function tell(): void {
  if (!isAsked || (isWaiting && !failure)) return;
  parentPort?.postMessage({ ms: worst, failure });
  isAsked = false;
  worst = 0;
}

function ask(): void {
  due = timesNow();
  isWaiting = true;
  socket.write(question);
}

function fail(reason: string): void {
  failure ||= reason;
  tell();
}

const socket = connect(port, host).setNoDelay(true);
socket.on('error', (error) => fail(error.message));
socket.on('close', () => fail('the connection was closed'));
socket.on('data', (bytes) => {
  if (!isWaiting) return;
  worst = Math.max(worst, late());
  isWaiting = false;
  const text = bytes.toString('latin1');
  if (!text.startsWith('HTTP/1.1 200')) fail(text);
  tell();
  setTimeout(ask, every);
});
ask();
parentPort?.on('message', () => {
  isAsked = true;
  tell();
});
