import { type OutgoingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { failureText } from './answer-by-hand.ts';
import { slowBodyCode } from './slow-bodies.ts';

const refusals: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The body is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
  [slowBodyCode]: [408, 'The body came too slowly'],
};
const malformed: [number, string] = [400, 'The request is not valid HTTP'];

/**
 * Answers a request that Node's parser cannot read, in the envelope, and closes the connection. Nothing is logged,
 * because the error contains bytes of the request, which may include a token.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // If an answer has already begun, the client would read this one as a part of it.
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: OutgoingMessage | null };
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, message] = refusals[error.code ?? ''] ?? malformed;
  const text = failureText(message);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroySoon();
}
