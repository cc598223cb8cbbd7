import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@adwarden/contract/calls';
import type { DataSet } from '../../data-sets/data-set.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { startServer } from '../../servers/server.ts';

const mostMs = 11_000;
const idleConnections = 1_000;
const requests = 100;

/** Opens a connection, sends a text and reads nothing. */
async function open(port: number, sent: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

/** Returns the number of 200 ads answers that the database has counted. */
function countedAnswers(dataDir: string): number {
  const file = new DatabaseSync(join(dataDir, 'adwarden.db'), { readOnly: true });
  try {
    return Number(file.prepare('select coalesce(sum(ok), 0) as ok from app_usage').get()?.ok);
  } finally {
    file.close();
  }
}

async function measureStop({ dataDir, urlsFile }: DataSet, workers: number): Promise<Verdict[]> {
  const before = countedAnswers(dataDir);
  const server = await startServer(dataDir, { settings: { WORKERS: String(workers) } });
  const [url = ''] = readFileSync(urlsFile, 'utf8').split('\n', 1);
  const get = `GET ${url} HTTP/1.1\r\nHost: a\r\n`;
  const upload = `POST ${calls.adminSignIn.path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n{`;
  const sockets = await Promise.all([
    ...Array.from({ length: idleConnections }, () => open(server.port, '')),
    open(server.port, get),
    open(server.port, upload),
    open(server.port, `${get}\r\n`.repeat(20_000)),
  ]);
  const slow = sockets[idleConnections + 1] as Socket;
  const slowUpload = setInterval(() => slow.write(' '), 500);
  for (let index = 0; index < requests; index += 1) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${url}`);
    await answer.arrayBuffer();
  }
  await pause(500);
  const began = performance.now();
  server.process.kill('SIGTERM');
  const code = await server.ended;
  const ms = performance.now() - began;
  clearInterval(slowUpload);
  for (const socket of sockets) socket.destroy();
  const written = countedAnswers(dataDir) - before;
  const name = `shutdown, ${workers === 1 ? 'one process' : `${workers} workers`}`;
  log(`${name}: ${ms.toFixed(0)} ms, exit code ${code}, ${written} answers written`);
  return [
    judge(`${name}: from SIGTERM to exit`, ms, { atMost: mostMs }, { unit: ' ms' }),
    judge(`${name}: exit code`, code ?? Number.NaN, { atMost: 0 }),
    judge(`${name}: answers counted in the usage`, written, { atLeast: requests }),
  ];
}

/** Measures the time of a stop with 1,000 idle connections and three slow clients, and checks whether any usage count is lost. */
export async function measureShutdown(data: DataSet): Promise<Verdict[]> {
  return [...(await measureStop(data, 1)), ...(await measureStop(data, 2))];
}
