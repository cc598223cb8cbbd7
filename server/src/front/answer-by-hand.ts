import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request without the framework. Returns false when this request is not its own. */
export type MayAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

const json = 'application/json; charset=utf-8';

/** Returns the JSON envelope of a failure, for requests that are refused before the framework sees them. */
export const failureText = (message: string): string =>
  JSON.stringify({ status: 'error', success: false, message });

/** Sends an answer that nobody stores; `headers` is a flat list: name, value, name, value. */
export function answerByHand(
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  headers: string[] = [],
  type = json,
): void {
  response.writeHead(status, [
    'Content-Type',
    type,
    'Content-Length',
    String(Buffer.byteLength(text)),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...headers,
  ]);
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** Refuses a request in the envelope. */
export function refuseByHand(
  response: ServerResponse,
  status: number,
  message: string,
  headers: string[] = [],
): void {
  answerByHand(response, status, failureText(message), headers);
}

/** Tells whether a request reads this path, with any query. */
export function reads({ method, url = '' }: IncomingMessage, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (url === path || url.startsWith(`${path}?`));
}
