import { DatabaseUnavailableError } from './errors.ts';
import type { SqliteAnswer, SqliteRequest } from './sqlite.protocol.ts';
import type { SqliteThread } from './sqlite.thread.ts';

type SeatParts = {
  thread: SqliteThread;
  /** The worker's connection. */
  session: number;
  /** Longest that an answer is waited for; without it, however long it takes. */
  answerWithinMs?: number;
  /** Gives the turn back. */
  giveBack(): void;
};

/**
 * A turn at one of a worker's connections. Nothing stops SQLite in the middle of a statement: an answer that is
 * late is given up (DATABASE_BUSY), and the turn is given back when the worker has come to the end of it, so
 * that no more statements wait in the worker than there are turns.
 */
export class SqliteSeat {
  readonly session: number;
  readonly #parts: SeatParts;
  /** Of the worker that the open transaction or stream began in. */
  #life: number | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isLate = false;

  constructor(parts: SeatParts) {
    this.#parts = parts;
    this.session = parts.session;
  }

  /** Ties what comes to the worker of now: when that dies, its transaction or stream is lost. */
  tie(): void {
    this.#life = this.#parts.thread.life;
  }

  async ask<R extends SqliteRequest>(request: R): Promise<SqliteAnswer<R>> {
    const { answerWithinMs: ms } = this.#parts;
    if (this.#isLate) throw late(ms);
    const answer = this.#send(request);
    if (ms === undefined) return answer;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#isLate = true;
        reject(late(ms));
      }, ms);
    });
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends what is open, a transaction or a stream; after a late answer without waiting for it. */
  async end(op: 'rollback' | 'end'): Promise<void> {
    // A transaction of a worker that died is over.
    if (this.#life !== undefined && this.#life !== this.#parts.thread.life) return;
    const request = { op, session: this.session };
    if (this.#isLate) this.#send(request).catch(() => {});
    else await this.ask(request);
  }

  /** Gives the turn back, after the worker's last answer. */
  leave(): void {
    void this.#last.then(this.#parts.giveBack);
  }

  #send<R extends SqliteRequest>(request: R): Promise<SqliteAnswer<R>> {
    const answer = this.#parts.thread.call(request, this.#life);
    this.#last = answer.catch(() => {});
    return answer;
  }
}

function late(ms = 0): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    'DATABASE_BUSY',
    `The database is busy: no answer within ${ms / 1000} s`,
  );
}
