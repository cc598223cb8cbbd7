import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { limits } from '@adwarden/contract/limits';

/** The least bytes that a body must bring within each window of time. */
export type BodyPace = { windowMs: number; bytes: number };

const { seconds, bytes } = limits.slowBody;
const usualPace: BodyPace = { windowMs: seconds * 1000, bytes };

/** The number of checks of each body in a window. */
const checks = 4;

/** The error of a body that came too slowly (`broken-request.ts`). */
export const slowBodyCode = 'SLOW_BODY';

/**
 * Ends requests whose body stands still or comes drop by drop (408). A large body on a slow line may take as long as it needs.
 * The time in which bytes wait for the server to read them does not count. Returns the function that watches a request with a
 * body.
 */
export function endSlowBodies(
  server: Server,
  { windowMs, bytes: fewest }: BodyPace = usualPace,
): (request: IncomingMessage, response: ServerResponse) => void {
  const coming = new Map<
    IncomingMessage,
    { response: ServerResponse; since: number; from: number }
  >();

  function check(): void {
    const now = performance.now();
    for (const [request, window] of coming) {
      const { socket, complete, readableLength } = request;
      if (complete || socket.destroyed) coming.delete(request);
      else if (readableLength === 0 && now - window.since < windowMs) continue;
      else if (readableLength > 0 || socket.bytesRead - window.from >= fewest) {
        Object.assign(window, { since: now, from: socket.bytesRead });
      } else if (window.response.headersSent) socket.destroy();
      else {
        coming.delete(request);
        const error = Object.assign(new Error('The body came too slowly'), { code: slowBodyCode });
        server.emit('clientError', error, socket);
      }
    }
  }

  const timer = setInterval(check, windowMs / checks).unref();
  server.once('close', () => clearInterval(timer));
  return (request, response) => {
    const { bytesRead } = request.socket;
    coming.set(request, { response, since: performance.now(), from: bytesRead });
    request.once('close', () => coming.delete(request));
  };
}
