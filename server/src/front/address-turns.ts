import type { Socket } from 'node:net';
import { networkOf } from '../kit/address.ts';
import { FairQueue } from '../kit/turns/fair-queue.ts';
import type { Party } from '../kit/turns/party.ts';

/** Returns the party of a socket: each address waits for itself only. All clients behind a proxy are one party. */
const partyOf = ({ remoteAddress = '' }: Socket): Party => ({
  key: networkOf(remoteAddress) ?? '',
  isUrgent: false,
});

/**
 * Does one task per turn of the event loop; the others wait in a queue, address by address. Between two turns the loop answers
 * ads (ADR 18). Without a queue a task runs at once. A task for a connection that has been closed meanwhile is left out.
 */
export class AddressTurns {
  readonly #waiting = new FairQueue<{ socket: Socket; start: () => void }>();
  readonly #later: (next: () => void) => void;
  #isTaken = false;

  /** `later` calls a function when the next task may run; by default that is in the next turn. */
  constructor(later: (next: () => void) => void = setImmediate) {
    this.#later = later;
  }

  /** The number of waiting tasks. */
  get size(): number {
    return this.#waiting.size;
  }

  take(socket: Socket, start: () => void): void {
    if (this.#isTaken) return this.#waiting.push(partyOf(socket), { socket, start });
    this.#isTaken = true;
    this.#later(this.#next);
    start();
  }

  readonly #next = (): void => {
    let first = this.#waiting.shift();
    while (first?.socket.destroyed) first = this.#waiting.shift();
    this.#isTaken = first !== undefined;
    if (!first) return;
    this.#waiting.spend(partyOf(first.socket), 1);
    this.#later(this.#next);
    first.start();
  };
}
