import type { IncomingMessage } from 'node:http';

/** The largest body of a call: a full part of usage has a twentieth of it. */
const mostBytes = 1024 * 1024;

/** Reads a body as JSON, undefined when it is empty; SyntaxError when it is no JSON or too large. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new SyntaxError('the body is too large');
    chunks.push(chunk);
  }
  return bytes === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
