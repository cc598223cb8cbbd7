import type { ServerResponse } from 'node:http';

/** The JSON envelope of a failure, for requests that are refused before the framework sees them. */
export const failureText = (message: string): string =>
  JSON.stringify({ status: 'error', success: false, message });

/** Refuses a request without the framework; `headers` is a flat list: name, value, name, value. */
export function refuseByHand(
  response: ServerResponse,
  status: number,
  message: string,
  headers: string[] = [],
): void {
  const text = failureText(message);
  response.writeHead(status, [
    'Content-Type',
    'application/json; charset=utf-8',
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
