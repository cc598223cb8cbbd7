import { parentPort, workerData } from 'node:worker_threads';
import { giveWay, standBack } from '../../kit/thread-priority.ts';
import { type DataLock, lockDataDir } from './data-lock.ts';
import type { SqliteReply, SqliteRequest, SqliteRole, WireError } from './sqlite.protocol.ts';
import { SqliteSession } from './sqlite.session.ts';

/*
 * The thread that owns `node:sqlite` connections. Requests are answered in order, one at a time. A connection
 * is opened at its first request, so that a failure is an answer and not a crash. The first one has the large
 * page cache; the others serve read transactions.
 */

const largeCacheKilobytes = 16_000;
const smallCacheKilobytes = 2000;

standBack();

const { file, role } = workerData as { file: string; role: SqliteRole };
const sessions = new Map<number, SqliteSession>();
let lock: DataLock | undefined;

function sessionOf(number: number): SqliteSession {
  const open = sessions.get(number);
  if (open) return open;
  if (role === 'writer') lock ??= lockDataDir(file, 'shared');
  const cache = number === 0 ? largeCacheKilobytes : smallCacheKilobytes;
  const session = new SqliteSession(file, role, cache);
  sessions.set(number, session);
  return session;
}

function answerTo(request: SqliteRequest): unknown {
  if (request.op === 'close') {
    for (const session of sessions.values()) session.close();
    lock?.release();
    return null;
  }
  if (request.op === 'give-way') {
    giveWay();
    return null;
  }
  if (request.op === 'hurry') {
    for (const session of sessions.values()) session.hurry();
    return null;
  }
  const session = sessionOf(request.session);
  if (request.op === 'run') return session.run(request);
  session[request.op]();
  return null;
}

function asWire(error: unknown): WireError {
  const { message, errcode } = error as { message: string; errcode?: number };
  return errcode === undefined ? { message } : { message, errcode };
}

parentPort?.on('message', ({ id, request }: { id: number; request: SqliteRequest }) => {
  let reply: SqliteReply;
  try {
    reply = { id, answer: answerTo(request) };
  } catch (error) {
    reply = { id, error: asWire(error) };
  }
  parentPort?.postMessage(reply);
  if (request.op === 'close') parentPort?.close();
});
