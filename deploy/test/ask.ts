import { Agent, request } from 'node:http';

export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** What nginx says of its cache: HIT, MISS, STALE … */
  cache: string;
  text: string;
};

export type Question = {
  /** The local address to ask from; 127.0.0.1 by default. */
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent;
};

/** Longest that any answer may take, in milliseconds. */
const patience = 15_000;

/** Sends one request to a port of this machine, the path as it is given, and answers what came back. */
export function ask(port: number, path: string, question: Question = {}): Promise<Answer> {
  const { host = '127.0.0.1', method = 'GET', headers = {}, body, agent } = question;
  return new Promise((resolve, reject) => {
    const sent = request(
      { host, port, path, method, headers, agent: agent ?? new Agent() },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            cache: String(response.headers['x-cache'] ?? ''),
            text: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    sent.setTimeout(patience, () => sent.destroy(new Error(`no answer within ${patience} ms`)));
    sent.once('error', reject);
    sent.end(body);
  });
}
