import { Agent, request } from 'node:http';

export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** nginx's cache status: HIT, MISS, STALE … */
  cache: string;
  text: string;
};

export type Question = {
  /** The local address of the request; 127.0.0.1 by default. */
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent;
};

/** The time limit of an answer, in milliseconds. */
const patience = 15_000;

/** Sends one request to a port of this machine, with the path unchanged, and returns the answer. */
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
