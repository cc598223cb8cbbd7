import { type DataLock, lockDataDir } from './data-lock.ts';
import type { SqliteRequest, SqliteRole } from './sqlite.protocol.ts';
import { SqliteSession } from './sqlite.session.ts';

const largeCacheKilobytes = 16_000;
const smallCacheKilobytes = 2000;

/**
 * The `node:sqlite` connections of one role, in the thread that calls this. A connection is opened at its first request,
 * so that a failure is an answer and not a crash. The first one has the large page cache; the others serve read
 * transactions.
 */
export class SqliteSessions {
  readonly #file: string;
  readonly #role: SqliteRole;
  readonly #open = new Map<number, SqliteSession>();
  #lock: DataLock | undefined;

  constructor(file: string, role: SqliteRole) {
    this.#file = file;
    this.#role = role;
  }

  /** Carries out one request before it returns. Throws the errors of `node:sqlite`. */
  answer(request: SqliteRequest): unknown {
    if (request.op === 'close') {
      for (const session of this.#open.values()) session.close();
      this.#open.clear();
      this.#lock?.release();
      return null;
    }
    if (request.op === 'hurry') {
      for (const session of this.#open.values()) session.hurry();
      return null;
    }
    const session = this.#session(request.session);
    if (request.op === 'run') return session.run(request);
    session[request.op]();
    return null;
  }

  /** Does what a write leaves to be done after its answer. */
  tidy(request: SqliteRequest): void {
    const isWritten = request.op === 'commit' || (request.op === 'run' && !request.transaction);
    if (this.#role !== 'writer' || !isWritten) return;
    try {
      this.#open.get(request.session)?.tidy();
    } catch {
      // The next write tries it again, and has the error if the disk is the cause.
    }
  }

  #session(number: number): SqliteSession {
    const open = this.#open.get(number);
    if (open) return open;
    if (this.#role === 'writer') this.#lock ??= lockDataDir(this.#file, 'shared');
    const cache = number === 0 ? largeCacheKilobytes : smallCacheKilobytes;
    const session = new SqliteSession(this.#file, this.#role, cache);
    this.#open.set(number, session);
    return session;
  }
}
