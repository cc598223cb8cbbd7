import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export type Received = {
  headers: IncomingMessage['headers'];
  /** The body as it came, and as JSON. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  json: any;
  at: number;
};

/** The reaction of a receiver to a request whose body has come. */
export type Reaction = (response: ServerResponse, received: Received) => void;

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Reactions of hostile or broken receivers. */
export const hostile = {
  hangs: () => {},
  redirects: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  breaksOff: (response) => response.destroy(),
  isNoHttp: (response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
  sendsMuch(response) {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    let left = 100;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  },
  /** Sends a byte of its body each 50 ms. */
  neverEnds(response) {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  },
} as const satisfies Record<string, Reaction>;

export const answers =
  (status: number, headers: Record<string, string> = {}, afterMs = 0): Reaction =>
  (response) =>
    void setTimeout(() => response.writeHead(status, headers).end('{}'), afterMs);

/** Opens a receiver of webhooks on a port of its own. */
export async function openReceiver(first: Reaction = answers(204)) {
  const received: Received[] = [];
  let react = first;
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const one = { headers: request.headers, text, json: JSON.parse(text), at: Date.now() };
    received.push(one);
    react(response, one);
  });
  server.on('clientError', (_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    /** Sets its reaction from now on. */
    reacts(next: Reaction) {
      react = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Tells whether a request is signed with a secret, as docs/api.md tells receivers to check it. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const signature = String(headers['adwarden-signature']);
  const [, time = '', hex = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return createHmac('sha256', secret).update(`${time}.${text}`).digest('hex') === hex;
}
