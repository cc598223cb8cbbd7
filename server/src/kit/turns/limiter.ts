import { FairQueue } from './fair-queue.ts';
import { type Party, partyNow } from './party.ts';

export type LimiterOptions = {
  /** The most calls that run at once. */
  places: number;
  /** The most places that one party holds at once; all unless given. */
  ofParty?: number;
  /** The most further calls that may wait. */
  waiting: number;
  /** The longest wait, in milliseconds; without it a wait has no time limit. */
  ms?: number;
  /** Makes the error for a caller when the queue is full or the wait was too long; `why` says which. */
  refusal: (why: string) => Error;
};

/** A place of a limiter: its number from 0, and the function that gives it back. */
export type Turn = { place: number; leave(): void };

type Waiting = { party: Party; go: (place: number) => void };

/**
 * Limits how many things run at once. The others wait in a bounded queue. The party that has had places for the shortest time
 * comes next; within one party it is first come, first served.
 *
 *     const tooMany = () => new AppError('too-many', 'Too many icons are being processed');
 *     const decoding = new Limiter({ places: 2, waiting: 20, refusal: tooMany });
 *     const icon = await decoding.run(() => decode(upload)); // rejects while 2 run and 20 wait
 */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #free: number[];
  readonly #queue = new FairQueue<Waiting>();
  /** The number of places that each party holds. */
  readonly #held = new Map<string, number>();

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#free = Array.from({ length: options.places }, (_, place) => place);
  }

  /** Whether an urgent party waits, so that all others should hurry. */
  get hasUrgent(): boolean {
    return this.#queue.hasUrgent;
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

  /** Waits for a place. The caller must leave it, exactly once. */
  async take(): Promise<Turn> {
    this.mustHaveRoom();
    const party = partyNow();
    const place = this.#mayHave(party) ? this.#free.shift() : undefined;
    if (place === undefined) return this.#turn(party, await this.#wait(party));
    this.#hold(party, 1);
    return this.#turn(party, place);
  }

  /** Throws when the next caller would find all places taken and the queue full. */
  mustHaveRoom(): void {
    const { waiting, refusal } = this.#options;
    const mayGo = this.#free.length > 0 && this.#mayHave(partyNow());
    if (mayGo || this.#queue.size < waiting) return;
    throw refusal(`${waiting} others wait`);
  }

  #turn(party: Party, place: number): Turn {
    const began = performance.now();
    return {
      place,
      leave: () => {
        this.#queue.spend(party, performance.now() - began);
        this.#hold(party, -1);
        this.#free.unshift(place);
        this.#next();
      },
    };
  }

  #wait(party: Party): Promise<number> {
    const { ms, refusal } = this.#options;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        party,
        go(place) {
          clearTimeout(timer);
          resolve(place);
        },
      };
      this.#queue.push(party, waiting);
      if (ms === undefined) return;
      timer = setTimeout(() => {
        this.#queue.remove(party, waiting);
        reject(refusal(`no turn within ${ms / 1000} s`));
      }, ms);
    });
  }

  /** Gives a free place to the next party. */
  #next(): void {
    const [place] = this.#free;
    const next =
      place === undefined ? undefined : this.#queue.shift((party) => this.#mayHave(party));
    if (place === undefined || !next) return;
    this.#free.shift();
    this.#hold(next.party, 1);
    next.go(place);
  }

  #mayHave({ key }: Party): boolean {
    const { ofParty = Number.POSITIVE_INFINITY } = this.#options;
    return (this.#held.get(key) ?? 0) < ofParty;
  }

  #hold({ key }: Party, more: 1 | -1): void {
    const held = (this.#held.get(key) ?? 0) + more;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
  }
}
