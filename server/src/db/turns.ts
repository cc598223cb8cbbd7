import { DatabaseUnavailableError } from './errors.ts';

/** How long the line may be, and how long one may stand in it. */
export type TurnLimits = { waiting: number; ms: number };

type Waiter = { give(place: number): void };

/** A fixed number of places and a bounded line before them; first come, first served. */
export class Turns {
  readonly #free: number[];
  readonly #line: Waiter[] = [];
  readonly #limits: TurnLimits;

  constructor(places: number[], limits: TurnLimits) {
    this.#free = [...places];
    this.#limits = limits;
  }

  /** Takes a place; DATABASE_BUSY when the line is full or the wait was too long. */
  take(): Promise<number> {
    const place = this.#free.shift();
    if (place !== undefined) return Promise.resolve(place);
    const { waiting, ms } = this.#limits;
    if (this.#line.length >= waiting) return Promise.reject(busy(`${waiting} others wait`));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(waiter), 1);
        reject(busy(`no turn within ${ms / 1000} s`));
      }, ms);
      const waiter: Waiter = {
        give(next) {
          clearTimeout(timer);
          resolve(next);
        },
      };
      this.#line.push(waiter);
    });
  }

  /** Gives a place back, or on to who has waited longest. */
  give(place: number): void {
    const next = this.#line.shift();
    if (next) next.give(place);
    else this.#free.unshift(place);
  }
}

function busy(why: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError('DATABASE_BUSY', `The database is busy: ${why}`);
}
