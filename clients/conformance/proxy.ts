import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTunnel } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Network } from './scenario.ts';

export type Seen = {
  path: string;
  tag: string | undefined;
  userAgent: string;
  /** The version of HTTP. */
  version: string;
  /** The number of the connection. */
  connection: number;
  /** Of the answer; 0 as long as there is none. */
  status: number;
};

type Answer = { status: number; headers: Record<string, string | string[]>; body: Buffer };
/** Milliseconds between the bytes of `drip`. */
const dripEvery = 40;
const longestBody = 1_048_576;

/** Headers that this proxy sends by itself. */
const ofConnection = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding']);

/** A proxy before the server at `port`, which does to each request what its lane says. */
export async function openProxy(port: number) {
  const lanes = new Map<string, { network: Network[]; seen: Seen[] }>();
  const connections = new WeakMap<object, number>();
  let connectionCount = 0;

  const server = createServer((asked, response) => {
    const [, name = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(asked.url ?? '') ?? [];
    const lane = lanes.get(name);
    if (!lane) return void response.writeHead(410).end();
    const { 'if-none-match': tag, 'user-agent': userAgent = '' } = asked.headers;
    // A web view asks for permission first.
    if (asked.method === 'OPTIONS') return void permit(response);
    const connection = connections.get(asked.socket) ?? 0;
    const version = asked.httpVersion;
    const seen: Seen = { path, tag, userAgent, version, connection, status: 0 };
    lane.seen.push(seen);
    response.on('finish', () => {
      seen.status = response.statusCode;
    });
    const network = lane.network.length > 1 ? lane.network.shift() : lane.network[0];
    serve(asked, response, path, network ?? 'pass').catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    connectionCount += 1;
    connections.set(socket, connectionCount);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  const ofIpv6 = createTunnel((socket) => {
    const through = connect(own, '127.0.0.1');
    socket.on('error', () => through.destroy()).on('close', () => through.destroy());
    through.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(through).pipe(socket);
  });
  await new Promise<void>((resolve) => ofIpv6.listen(0, '::1', resolve));
  const portOfIpv6 = (ofIpv6.address() as AddressInfo).port;

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
    if (how.raw !== undefined) return void asked.socket.end(how.raw);
    if (how.hints) response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    // A fault of a body needs one: without a tag the server never answers 304.
    const needsBody = how.fault || how.data || how.before || how.unknown;
    const tag = needsBody ? undefined : asked.headers['if-none-match'];
    const answer =
      how.status === undefined
        ? await askServer(port, path, tag)
        : { status: how.status, headers: { ...permission }, body: ownBody(how.body, path) };
    await send(response, edited(answer, how), how.fault);
  }

  return {
    port: own,
    /** A lane of its own for a scenario: its address, and what it saw. */
    lane(name: string) {
      const lane = { network: ['pass'] as Network[], seen: [] as Seen[] };
      lanes.set(name, lane);
      const ipv6 = `http://[::1]:${portOfIpv6}/${name}`;
      return { address: `http://127.0.0.1:${own}/${name}`, ipv6, lane };
    },
    close() {
      server.closeAllConnections();
      server.close();
      ofIpv6.close();
    },
  };
}

/** The body of a step, for the app that was asked. */
function ownBody(body = '', path: string): Buffer {
  const asked = new URL(path, 'http://server').searchParams.get('appID') ?? '';
  return Buffer.from(body.replace('{asked}', asked));
}

/** Applies the headers and fields of a step. */
function edited(answer: Answer, how: Exclude<Network, 'pass'>): Answer {
  const headers: Answer['headers'] = { ...answer.headers };
  for (const [name, value] of Object.entries(how.headers ?? {})) {
    if (value === null) delete headers[name];
    else if (typeof value !== 'string') headers[name] = value;
    else
      headers[name] = value.replace(/\{in (\d+) s\}/, (_, seconds) =>
        new Date(Date.now() + Number(seconds) * 1000).toUTCString(),
      );
  }
  if (how.weak && answer.status === 200) headers.etag = `W/${headers.etag}`;
  if (!how.data && !how.before && !how.unknown) return { ...answer, headers };
  const body = JSON.parse(answer.body.toString());
  for (const [field, value] of Object.entries(how.data ?? {})) {
    body.data[field] = typeof value === 'string' ? value.replace('{n}', newNumber) : value;
  }
  let text = JSON.stringify(body);
  if (how.unknown) text = text.replace('"data":{', () => `"data":{"unknown":${how.unknown},`);
  return { ...answer, headers, body: Buffer.from((how.before ?? '') + text) };
}

let lastNumber = 0;
function newNumber(): string {
  lastNumber += 1;
  return String(lastNumber);
}

/** Without these header fields, a browser does not let a page read an answer of another origin. The ads endpoint sends them, too. */
const permission = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Date, Retry-After',
};

function permit(response: ServerResponse): void {
  const headers = { ...permission, 'access-control-allow-headers': 'If-None-Match' };
  response.writeHead(204, headers).end();
}

async function send(
  response: ServerResponse,
  { status, headers, body }: Answer,
  fault: Exclude<Network, 'pass'>['fault'],
): Promise<void> {
  const hasBody = status !== 204 && status !== 304;
  const length = body.length + (fault === 'short' ? 10 : 0);
  response.writeHead(status, { ...headers, ...(hasBody && { 'content-length': length }) });
  if (!hasBody) return void response.end();
  if (fault === 'garble') {
    for (let at = 3; at < body.length; at += 7) body[at] = (body[at] ?? 0) ^ 0x80;
  }
  if (fault === 'cut') {
    response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
    return;
  }
  if (fault === 'short') {
    response.write(body, () => response.socket?.destroy());
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
    const asking = request({ port, path, headers, timeout: 90_000 }, (answer) => {
      const parts: Buffer[] = [];
      let length = 0;
      answer.on('error', reject).on('data', (part: Buffer) => {
        length += part.length;
        if (length > longestBody) answer.destroy(new Error('the answer is too long'));
        parts.push(part);
      });
      answer.on('end', () => {
        const found = Object.entries(answer.headers).flatMap(([name, value]) =>
          typeof value === 'string' && !ofConnection.has(name) ? [[name, value]] : [],
        );
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
