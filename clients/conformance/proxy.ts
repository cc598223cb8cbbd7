import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Network } from './scenario.ts';

export type Seen = { path: string; tag: string | undefined; userAgent: string };
export type Proxy = Awaited<ReturnType<typeof openProxy>>;

type Answer = { status: number; headers: Record<string, string>; body: Buffer };
/** Milliseconds between the bytes of `drip`. */
const dripEvery = 40;
const longestBody = 1_048_576;

/** A proxy before the server at `port`, which does to each request what its lane says. */
export async function openProxy(port: number) {
  const lanes = new Map<string, { network: Network[]; seen: Seen[] }>();

  const server = createServer((asked, response) => {
    const [, name = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(asked.url ?? '') ?? [];
    const lane = lanes.get(name);
    if (!lane) return void response.writeHead(410).end();
    const { 'if-none-match': tag, 'user-agent': userAgent = '' } = asked.headers;
    lane.seen.push({ path, tag, userAgent });
    const network = lane.network.length > 1 ? lane.network.shift() : lane.network[0];
    serve(asked, response, path, network ?? 'pass').catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;

  async function serve(
    asked: IncomingMessage,
    response: ServerResponse,
    path: string,
    network: Network,
  ): Promise<void> {
    const how = network === 'pass' ? {} : network;
    if (how.delay) await pause(how.delay);
    if (how.fault === 'drop') return void asked.socket.resetAndDestroy();
    if (how.fault === 'hang') return;
    // A fault of a body needs one: without a tag the server never answers 304.
    const tag = how.fault || how.data ? undefined : asked.headers['if-none-match'];
    const answer =
      how.status === undefined
        ? await askServer(port, path, tag)
        : { status: how.status, headers: {}, body: Buffer.from(how.body ?? '') };
    await send(response, edited(answer, how), how.fault);
  }

  return {
    /** A lane of its own for a scenario: its address, and what it saw. */
    lane(name: string) {
      const lane = { network: ['pass'] as Network[], seen: [] as Seen[] };
      lanes.set(name, lane);
      return { address: `http://127.0.0.1:${own}/${name}`, lane };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Applies the headers and fields of a step. */
function edited(answer: Answer, how: Exclude<Network, 'pass'>): Answer {
  const headers: Record<string, string> = { ...answer.headers };
  for (const [name, value] of Object.entries(how.headers ?? {})) {
    if (value === null) delete headers[name];
    else headers[name] = value.replace('{in 120 s}', new Date(Date.now() + 120_000).toUTCString());
  }
  if (!how.data) return { ...answer, headers };
  const body = JSON.parse(answer.body.toString());
  body.data = { ...body.data, ...how.data };
  return { ...answer, headers, body: Buffer.from(JSON.stringify(body)) };
}

async function send(
  response: ServerResponse,
  { status, headers, body }: Answer,
  fault: 'drip' | 'cut' | 'garble' | 'drop' | 'hang' | undefined,
): Promise<void> {
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, { ...headers, ...(hasBody && { 'content-length': body.length }) });
  if (!hasBody) return void response.end();
  if (fault === 'garble') {
    for (let at = 3; at < body.length; at += 7) body[at] = (body[at] ?? 0) ^ 0x80;
  }
  if (fault === 'cut') {
    response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
    return;
  }
  if (fault === 'drip') {
    for (let at = 0; at < body.length - 1 && !response.destroyed; at += 1) {
      response.write(body.subarray(at, at + 1));
      await pause(dripEvery);
    }
    return;
  }
  response.end(body);
}

function askServer(port: number, path: string, tag: string | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = tag === undefined ? {} : { 'if-none-match': tag };
    const asking = request({ port, path, headers, timeout: 20_000 }, (answer) => {
      const parts: Buffer[] = [];
      let length = 0;
      answer.on('error', reject).on('data', (part: Buffer) => {
        length += part.length;
        if (length > longestBody) answer.destroy(new Error('the answer is too long'));
        parts.push(part);
      });
      answer.on('end', () => {
        const kept = ['cache-control', 'etag', 'content-type', 'retry-after', 'www-authenticate'];
        const found = kept.flatMap((name) => {
          const value = answer.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        });
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(found),
          body: Buffer.concat(parts),
        });
      });
    });
    asking.on('timeout', () => asking.destroy(new Error('the server does not answer')));
    asking.on('error', reject).end();
  });
}
