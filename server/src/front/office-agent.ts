import { Agent, type ClientRequestArgs } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The longest time for which a connection is tried, with growing pauses. */
const usualPatienceMs = 2_000;
const firstRetryMs = 5;
const lastRetryMs = 100;

/**
 * Connects to a socket of this machine. When more connect at once than the socket's queue holds, the system refuses with EAGAIN
 * instead of letting them wait, as it does with a port; so they wait here.
 */
function connectInTurn(
  path: string,
  patienceMs: number,
  done: (error: Error | null, socket: Duplex) => void,
): void {
  const began = performance.now();
  function attempt(retryMs: number): void {
    const socket: Socket = connect(path);
    const settle = (error: NodeJS.ErrnoException | null) => {
      socket.off('connect', connected).off('error', settle);
      const isLate = performance.now() - began > patienceMs;
      if (error?.code !== 'EAGAIN' || isLate) return done(error, socket);
      setTimeout(attempt, retryMs * (0.5 + Math.random()), Math.min(retryMs * 2, lastRetryMs));
    };
    const connected = () => settle(null);
    socket.once('connect', connected).once('error', settle);
  }
  attempt(firstRetryMs);
}

class OfficeAgent extends Agent {
  readonly #patienceMs: number;

  constructor(patienceMs: number) {
    super({ keepAlive: true });
    this.#patienceMs = patienceMs;
  }

  override createConnection(
    options: ClientRequestArgs,
    done: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    connectInTurn(options.socketPath ?? '', this.#patienceMs, done);
  }
}

/** Builds the agent of an ads process, which reuses its connections to the office. A new connection is tried for `patienceMs`. */
export const officeAgent = (patienceMs = usualPatienceMs): Agent => new OfficeAgent(patienceMs);
