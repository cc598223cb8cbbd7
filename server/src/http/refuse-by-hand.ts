import type { ServerResponse } from 'node:http';

/** A failure's envelope as it is sent, for what is refused before the framework sees it. */
export const failureText = (message: string): string =>
  JSON.stringify({ status: 'error', success: false, message });

/** Refuses a request outside of the framework, in the envelope; `headers` are names and values in turn. */
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
