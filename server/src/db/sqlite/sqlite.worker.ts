import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteReply, SqliteRequest, SqliteRole, WireError } from './sqlite.protocol.ts';
import { SqliteSessions } from './sqlite.sessions.ts';

/* The thread that owns the `node:sqlite` connections of one role. Requests are answered in order, one at a time. */

const { file, role } = workerData as { file: string; role: SqliteRole };
const sessions = new SqliteSessions(file, role);

function asWire(error: unknown): WireError {
  const { message, errcode } = error as { message: string; errcode?: number };
  return errcode === undefined ? { message } : { message, errcode };
}

parentPort?.on('message', ({ id, request }: { id: number; request: SqliteRequest }) => {
  let reply: SqliteReply;
  try {
    reply = { id, answer: sessions.answer(request) };
  } catch (error) {
    reply = { id, error: asWire(error) };
  }
  parentPort?.postMessage(reply);
  sessions.tidy(request);
  if (request.op === 'close') parentPort?.close();
});
