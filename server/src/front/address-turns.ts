import type { Socket } from 'node:net';
import { networkOf } from '../kit/address.ts';
import { FairQueue } from '../kit/fair-queue.ts';
import type { Party } from '../kit/party.ts';

/** Each address waits for itself only; behind a proxy, all of the proxy are one. */
const partyOf = ({ remoteAddress = '' }: Socket): Party => ({
  key: networkOf(remoteAddress) ?? '',
  isUrgent: false,
});

/**
 * Does one thing per turn of the event loop; the others wait in a queue, address by address. Between two turns the loop
 * answers ads (ADR 18). Without a queue a thing is done at once. What is to be done for a connection that has been closed
 * meanwhile is left out.
 */
export class AddressTurns {
  readonly #waiting = new FairQueue<{ socket: Socket; start: () => void }>();
  #isTaken = false;

  /** How many things wait. */
  get size(): number {
    return this.#waiting.size;
  }

  take(socket: Socket, start: () => void): void {
    if (this.#isTaken) return this.#waiting.push(partyOf(socket), { socket, start });
    this.#isTaken = true;
    setImmediate(this.#next);
    start();
  }

  readonly #next = (): void => {
    let first = this.#waiting.shift();
    while (first?.socket.destroyed) first = this.#waiting.shift();
    this.#isTaken = first !== undefined;
    if (!first) return;
    this.#waiting.spend(partyOf(first.socket), 1);
    setImmediate(this.#next);
    first.start();
  };
}
