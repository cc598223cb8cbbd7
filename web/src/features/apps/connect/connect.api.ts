import { type Connection, connectionCalls } from '@adwarden/contract/connections/connections';
import { isRefusal } from '../../../lib/api-error.ts';
import { listen, request } from '../../../lib/http-client.ts';

/** From the beginning of a stream to the next one, at least: a proxy may break each at once. */
const leastMs = 2_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether trying again cannot help: the app is gone, or the session is over. */
const isFinal = (error: unknown) => isRefusal(error) && [401, 403, 404].includes(error.status);

/**
 * Watches the answers of an app for ten minutes, and calls `onConnection` with what is known at first and with each new
 * answer. A stream that ends or breaks is opened again. Rejects when it cannot begin, or when the app is gone.
 */
export async function watchConnection(
  id: string,
  leaving: AbortSignal,
  onConnection: (connection: Connection) => void,
): Promise<void> {
  const { data } = await request(connectionCalls.connectApp, { id, signal: leaving });
  onConnection(data);
  const over = AbortSignal.timeout(data.secondsLeft * 1000);
  const signal = AbortSignal.any([leaving, over]);
  while (!signal.aborted) {
    const began = performance.now();
    try {
      await listen(connectionCalls.getConnection, { id, signal, isBackground: true }, onConnection);
    } catch (error) {
      if (isFinal(error)) throw error;
    }
    await pause(Math.max(0, began + leastMs - performance.now()));
  }
}
