import type { Turn } from '../../kit/limiter.ts';
import { type DatabaseUnavailableError, databaseBusy } from '../errors.ts';
import type { SqliteAnswer, SqliteRequest } from './sqlite.protocol.ts';
import type { SqliteAsked } from './sqlite.thread.ts';

type LeaseParts = {
  thread: SqliteAsked;
  /** The number of the worker's connection. */
  session: number;
  /** The time limit of an answer; undefined for none. */
  answerWithinMs?: number;
  turn: Turn;
};

/**
 * A turn at one of a worker's connections. SQLite cannot be stopped in the middle of a statement. After its time
 * limit the caller gets DATABASE_BUSY, but the turn ends only when the worker is done with the statement. So
 * the worker never has more statements waiting than there are turns.
 */
export class SqliteLease {
  readonly session: number;
  readonly #parts: LeaseParts;
  /** Identifies the worker in which the open transaction began. */
  #life: number | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isLate = false;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.session = parts.session;
  }

  /** Binds the transaction that follows to the current worker: if that dies, the transaction is lost. */
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

  /** Ends the open transaction; does not wait when an answer was late before. */
  async rollback(): Promise<void> {
    // The worker of this transaction died, so the transaction is over.
    if (this.#life !== undefined && this.#life !== this.#parts.thread.life) return;
    const request = { op: 'rollback', session: this.session } as const;
    if (this.#isLate) this.#send(request).catch(() => {});
    else await this.ask(request);
  }

  /** Ends the turn after the worker's last answer. */
  leave(): void {
    void this.#last.then(this.#parts.turn.leave);
  }

  #send<R extends SqliteRequest>(request: R): Promise<SqliteAnswer<R>> {
    const answer = this.#parts.thread.call(request, this.#life);
    this.#last = answer.catch(() => {});
    return answer;
  }
}

function late(ms = 0): DatabaseUnavailableError {
  return databaseBusy(`no answer within ${ms / 1000} s`);
}
