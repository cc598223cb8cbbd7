import type { Party } from './party.ts';

type Lane<Item> = {
  party: Party;
  waiting: Item[];
  /** The milliseconds that it was served. A new lane begins with the amount of the others. */
  spent: number;
};

/**
 * A queue in which each party has a lane of its own. Urgent parties come first. Among the others, the party that was served for
 * the shortest time comes next, so that a party with much work waits only for its own work (start-time fair queuing). Within a
 * lane, items are first come, first served.
 */
export class FairQueue<Item> {
  readonly #lanes = new Map<string, Lane<Item>>();
  /** The time that the party served last had spent. New parties begin with it, so that nobody saves up time. */
  #now = 0;
  #size = 0;

  /** The number of waiting items. */
  get size(): number {
    return this.#size;
  }

  /** Whether an urgent party waits. */
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

  /** Takes out the next item among those whose party may go now. */
  shift(mayGo: (party: Party) => boolean = () => true): Item | undefined {
    let next: Lane<Item> | undefined;
    for (const [key, lane] of this.#lanes) {
      const { party, waiting, spent } = lane;
      if (waiting.length === 0) {
        // The lane's spent time makes no difference any more.
        if (spent <= this.#now) this.#lanes.delete(key);
      } else if (mayGo(party) && (!next || comesBefore(lane, next))) next = lane;
    }
    if (!next) return undefined;
    if (!next.party.isUrgent) this.#now = Math.max(this.#now, next.spent);
    this.#size -= 1;
    return next.waiting.shift();
  }

  /** Removes an item that no longer waits. */
  remove(party: Party, item: Item): void {
    const waiting = this.#lanes.get(party.key)?.waiting ?? [];
    const place = waiting.indexOf(item);
    if (place < 0) return;
    waiting.splice(place, 1);
    this.#size -= 1;
  }

  /** Adds to the time for which a party was served. */
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
