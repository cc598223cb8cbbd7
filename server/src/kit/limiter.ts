export type LimiterOptions = {
  /** How many may run at once. */
  places: number;
  /** How many more may wait. */
  waiting: number;
  /** The longest wait, in milliseconds; without it a wait has no time limit. */
  ms?: number;
  /** Makes the error for a caller when the queue is full or the wait was too long; `why` says which. */
  refusal: (why: string) => Error;
};

/** A place of a limiter: its number from 0, and the function that gives it back. */
export type Turn = { place: number; leave(): void };

/**
 * Limits how many things run at once. The others wait in a queue with a bound, first come, first served.
 *
 *     const tooMany = () => new AppError('too-many', 'Too many icons are being processed');
 *     const decoding = new Limiter({ places: 2, waiting: 20, refusal: tooMany });
 *     const icon = await decoding.run(() => decode(upload)); // rejects while 2 run and 20 wait
 */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #free: number[];
  readonly #queue: ((place: number) => void)[] = [];

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#free = Array.from({ length: options.places }, (_, place) => place);
  }

  /** Runs `work` when there is a place for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { leave } = await this.take();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for a place. Who takes one must leave it, once. */
  async take(): Promise<Turn> {
    this.mustHaveRoom();
    const place = this.#free.shift() ?? (await this.#wait());
    return { place, leave: () => this.#leave(place) };
  }

  /** Throws when the next caller would find all places taken and the queue full. */
  mustHaveRoom(): void {
    const { waiting, refusal } = this.#options;
    if (this.#free.length > 0 || this.#queue.length < waiting) return;
    throw refusal(`${waiting} others wait`);
  }

  #wait(): Promise<number> {
    const { ms, refusal } = this.#options;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const go = (place: number) => {
        clearTimeout(timer);
        resolve(place);
      };
      this.#queue.push(go);
      if (ms === undefined) return;
      timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(go), 1);
        reject(refusal(`no turn within ${ms / 1000} s`));
      }, ms);
    });
  }

  /** Gives the place to who has waited longest. */
  #leave(place: number): void {
    const next = this.#queue.shift();
    if (next) next(place);
    else this.#free.unshift(place);
  }
}
