import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { BesideDatabase, Write, WriteTurns } from '../database.ts';
import { SqliteError } from '../errors.ts';
import type { Schema } from '../schema.ts';
import { databaseFile } from './data-dir.ts';
import { SqliteWorkerDialect } from './dialect.sqlite.ts';
import type { SqliteAnswer, SqliteRequest, SqliteRole } from './sqlite.protocol.ts';
import { SqliteSessions } from './sqlite.sessions.ts';
import type { SqliteAsked } from './sqlite.thread.ts';

/** Connections of one role in this thread: for a thread that serves nobody, so it may wait inside SQLite. */
function answerHere(file: string, role: SqliteRole): SqliteAsked {
  const sessions = new SqliteSessions(file, role);
  const answer = (request: Parameters<SqliteSessions['answer']>[0]) => {
    try {
      return sessions.answer(request);
    } catch (error) {
      const { message, errcode } = error as { message: string; errcode?: number };
      throw errcode === undefined ? error : new SqliteError(message, errcode);
    }
  };
  return {
    life: 1,
    async call<R extends SqliteRequest>(request: R): Promise<SqliteAnswer<R>> {
      // Between two statements the thread receives messages.
      await nextTurn();
      const answered = answer(request);
      // After the turn of the writers has ended.
      setImmediate(() => sessions.tidy(request));
      return answered as SqliteAnswer<R>;
    },
    close: async () => void answer({ op: 'close' }),
  };
}

/** Stands for the one connection that writes, which is in another thread. Transactions cannot be written like this. */
function writeElsewhere(write: Write): SqliteAsked {
  return {
    life: 1,
    async call<R extends SqliteRequest>(request: R): Promise<SqliteAnswer<R>> {
      if (request.op !== 'run')
        throw new Error('This thread cannot begin a transaction that writes');
      const { sql, parameters } = request;
      const changes = await write({ sql, parameters });
      return { columns: [], rows: [], changes } as unknown as SqliteAnswer<R>;
    },
    close: async () => {},
  };
}

function open(dataDir: string, writer: (file: string) => SqliteAsked, writes?: WriteTurns) {
  const file = databaseFile(dataDir);
  const threads = {
    writer: writer(file),
    reader: answerHere(file, 'reader'),
    follower: answerHere(file, 'follower'),
  };
  const db = new Kysely<Schema>({ dialect: new SqliteWorkerDialect(threads, writes) });
  return { db, close: () => db.destroy() };
}

/** Opens the embedded database for another thread than the serving one. It reads by itself; `write` does its writes. */
export const openSqliteToRead = (dataDir: string, write: Write): BesideDatabase =>
  open(dataDir, () => writeElsewhere(write));

/** The same for a thread that writes by itself. It waits for its turn before each write. */
export const openSqliteToWrite = (dataDir: string, writes: WriteTurns): BesideDatabase =>
  open(dataDir, (file) => answerHere(file, 'writer'), writes);
