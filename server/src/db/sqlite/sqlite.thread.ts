import { Worker } from 'node:worker_threads';
import { DatabaseUnavailableError, SqliteError } from '../errors.ts';
import type { SqliteAnswer, SqliteReply, SqliteRequest, SqliteRole } from './sqlite.protocol.ts';

type Waiting = { resolve(reply: SqliteReply): void; reject(error: Error): void };

/** How long a thread that died is not started again, in milliseconds. */
const restartAfterMs = 1000;
const closeWithinMs = 5000;

/**
 * Sends requests of the serving thread to one SQLite worker. The first request starts the worker. When it dies, all
 * pending requests are rejected (DATABASE_GONE), and a later request starts it again.
 */
export class SqliteThread {
  readonly #file: string;
  readonly #role: SqliteRole;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;
  #life = 0;
  #diedAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(file: string, role: SqliteRole) {
    this.#file = file;
    this.#role = role;
  }

  /** How many workers have been started. A transaction that began in an earlier worker is lost. */
  get life(): number {
    return this.#life;
  }

  /** Sends one request and returns its result; with `life`, only to the worker of that number. */
  async call<R extends SqliteRequest>(request: R, life?: number): Promise<SqliteAnswer<R>> {
    const worker = this.#started(life);
    const id = ++this.#lastId;
    const { answer, error } = await new Promise<SqliteReply>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request });
    });
    if (!error) return answer as SqliteAnswer<R>;
    // The error is made here, after the await, so that its stack names the store that asked.
    if (error.errcode === undefined) throw new Error(error.message);
    throw new SqliteError(error.message, error.errcode);
  }

  /** Makes the worker wait only briefly for locks, because the process is stopping. */
  async hurry(): Promise<void> {
    if (this.#worker && !this.#closed) await this.call({ op: 'hurry' });
  }

  /** Lets the worker finish its requests, close its connections and end. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const worker = this.#worker;
    const closing = worker && this.call({ op: 'close' });
    this.#closed = true;
    if (!worker || !closing) return;
    const late = setTimeout(() => void worker.terminate(), closeWithinMs);
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    try {
      await closing;
      await exit;
    } finally {
      clearTimeout(late);
    }
  }

  /** Ends the worker at once, as a crash would. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  #started(life: number | undefined): Worker {
    if (this.#closed) throw gone('The database is closed');
    if (life !== undefined && (life !== this.#life || !this.#worker)) {
      throw gone('The database thread stopped; its transaction is lost');
    }
    if (this.#worker) return this.#worker;
    if (performance.now() - this.#diedAt < restartAfterMs)
      throw gone('The database thread stopped');
    const worker = new Worker(new URL('./sqlite.worker.ts', import.meta.url), {
      name: `sqlite-${this.#role}`,
      workerData: { file: this.#file, role: this.#role },
    });
    let cause: unknown;
    worker.on('message', (reply: SqliteReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      waiting?.resolve(reply);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', (code) => this.#died(code, cause));
    this.#life += 1;
    this.#worker = worker;
    return worker;
  }

  #died(code: number, cause: unknown): void {
    this.#worker = undefined;
    this.#diedAt = performance.now();
    const error = gone(`The database thread stopped (exit code ${code})`, cause);
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}

/** What answers requests: usually a thread. */
export type SqliteAsked = Pick<SqliteThread, 'life' | 'call' | 'close'>;

/** What serves one database file: for all writes, for people's reads, for followers of the log. */
export type SqliteThreads = Record<SqliteRole, SqliteAsked>;

function gone(message: string, cause?: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError('DATABASE_GONE', message, { cause });
}
