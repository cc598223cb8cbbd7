import type { Party } from './party.ts';

type Lane<Item> = {
  party: Party;
  waiting: Item[];
  /** The milliseconds that it was served, counted from those of the others when it came. */
  spent: number;
};

/**
 * A queue in which each party has a lane of its own. Urgent ones are first. Among the others comes next who was served for the
 * shortest time, so that a party with much work waits for its own work only (start-time fair queuing). In a lane it is first
 * come, first served.
 */
export class FairQueue<Item> {
  readonly #lanes = new Map<string, Lane<Item>>();
  /** What the party that came last had spent: who comes anew begins here, so that nobody saves up time. */
  #now = 0;
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Whether somebody waits who must not. */
  get hasUrgent(): boolean {
    return [...this.#lanes.values()].some(
      ({ party, waiting }) => party.isUrgent && waiting.length > 0,
    );
  }

  push(party: Party, item: Item): void {
    const lane = this.#laneOf(party);
    lane.party = party;
    if (lane.waiting.length === 0) lane.spent = Math.max(lane.spent, this.#now);
    lane.waiting.push(item);
    this.#size += 1;
  }

  /** Takes out the next item, of those whose party may go now. */
  shift(mayGo: (party: Party) => boolean = () => true): Item | undefined {
    let next: Lane<Item> | undefined;
    for (const [key, lane] of this.#lanes) {
      const { party, waiting, spent } = lane;
      if (waiting.length === 0) {
        // What it has spent makes no difference any more.
        if (spent <= this.#now) this.#lanes.delete(key);
      } else if (mayGo(party) && (!next || comesBefore(lane, next))) next = lane;
    }
    if (!next) return undefined;
    if (!next.party.isUrgent) this.#now = Math.max(this.#now, next.spent);
    this.#size -= 1;
    return next.waiting.shift();
  }

  /** Takes an item out that waits no longer. */
  remove(party: Party, item: Item): void {
    const waiting = this.#lanes.get(party.key)?.waiting ?? [];
    const place = waiting.indexOf(item);
    if (place < 0) return;
    waiting.splice(place, 1);
    this.#size -= 1;
  }

  /** Says for how long a party was served. */
  spend(party: Party, ms: number): void {
    if (!party.isUrgent) this.#laneOf(party).spent += ms;
  }

  #laneOf(party: Party): Lane<Item> {
    const known = this.#lanes.get(party.key);
    if (known) return known;
    const lane: Lane<Item> = { party, waiting: [], spent: this.#now };
    this.#lanes.set(party.key, lane);
    return lane;
  }
}

function comesBefore(one: Lane<unknown>, other: Lane<unknown>): boolean {
  if (one.party.isUrgent !== other.party.isUrgent) return one.party.isUrgent;
  return one.spent < other.spent;
}
