import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { callerPart } from '../../src/ads/callers/caller.part.ts';
import { createRandomValues } from '../../src/cli/demo/random.ts';
import { answerBrokenRequest } from '../../src/front/broken-request.ts';
import type { Endpoint } from '../../src/front/endpoint.ts';
import { createFront, overHttp } from '../../src/front/front.ts';
import { openLane } from '../../src/front/lane/lane.ts';
import { longestHead } from '../../src/front/lane/plain-head.ts';
import { readInto } from '../../src/front/lane/read-into.ts';
import { oldToken, openAdsServer, token } from '../servers/ads-server.ts';

/*
 * Generated requests, well made, nearly well made and hostile, sent to the lane and to the way over `node:http` alone. Both
 * must say the same, byte for byte but for the date, and leave the connection in the same state.
 */

const basePath = '/below';
const probe = 'GET /probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const clients = 24;
/** A client sends on after so many turns of the event loop, in which the servers, which are in this process, can answer. */
const patienceTurns = 150;
/** Both ways end a connection within this time; a longer one is a fault. */
const hungMs = 60_000;

function createGenerator(seed: number) {
  const { pick, chance, below } = createRandomValues(seed);
  const appID = 'abcdefghijklmnop';
  const question = (given: string) => `?appID=${appID}&authToken=${given}`;
  const anyCase = (text: string) =>
    pick([
      text,
      text.toLowerCase(),
      text.toUpperCase(),
      text.replace(/[a-z]/g, (letter) => (chance(0.5) ? letter : letter.toUpperCase())),
    ]);

  function target(): string {
    const query = pick([
      question(token),
      question(token),
      question(oldToken),
      question('x'.repeat(32)),
      `?authToken=${token}&appID=${appID}`,
      `${question(token)}&_=1`,
      '?appID=a',
      '?',
      '',
      `?appID=%61${appID.slice(1)}&authToken=${token}`,
      `?appID=${appID}&appID=${appID}&authToken=${token}`,
    ]);
    const plain = `${pick(['', '', '', basePath])}/api/getAds${query}`;
    if (chance(0.85)) return plain;
    return pick([
      `http://a${plain}`,
      `/${plain}`,
      `/x${plain}`,
      `${plain}#f`,
      `${plain}\u00e9`,
      `${plain}\t`,
      `${plain} `,
      ` ${plain}`,
      plain.replace('A', '%41'),
      `${basePath}${basePath}${plain}`,
      '*',
      `${plain}\0`,
      `${plain}"<>`,
      `${plain}%`,
      `${plain}%zz`,
      plain.replace('?', '/?'),
      '/other',
      `${plain}&${'y'.repeat(below(6_000))}`,
      plain.toUpperCase(),
      `${plain}\x7f`,
      `${plain}?a`,
    ]);
  }

  const good = () =>
    pick([
      'Accept: */*',
      'User-Agent: okhttp/4.12.0',
      'Accept-Encoding: gzip',
      'X-Empty-Not: 1',
      'Connection: keep-alive',
      'Connection: Keep-Alive',
      'Connection: close',
      'Cookie: a=b; c=d',
      'If-None-Match: *',
      'If-None-Match: "x", W/"y"',
      'X-If-None-Match: *',
      'X-Forwarded-For: 1.2.3.4',
      'Access-Control-Request-Headers: a, b',
      'Origin: null',
      'X-Country: DE',
      'Referer: http://a/',
      'Keep-Alive: timeout=5',
      'If-Modified-Since: x',
      'Forwarded: for=1.2.3.4',
      `X-Long: ${'z'.repeat(below(3_000))}`,
    ]);
  const odd = () =>
    pick([
      'Content-Length: 0',
      'Content-Length: 5',
      'content-length:+0',
      'Content-Length: 0, 0',
      'Content-Length : 3',
      'Content-Length:\t2',
      'Content-Length: 1\r\nContent-Length: 1',
      'Content-Length',
      'Content-Length:',
      'Content_Length: 4',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding:\x0bchunked',
      'Transfer-Encoding: identity',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 3',
      'X: 1\r\n Transfer-Encoding: chunked',
      'X: 1\n\tContent-Length: 9',
      'Connection: close, x',
      'Connection: upgrade',
      'Connection: close\r\nConnection: keep-alive',
      'Connection:',
      'Connection: Close ',
      'Upgrade: websocket',
      'Connection: Upgrade\r\nUpgrade: h2c',
      'Proxy-Connection: close',
      'Proxy-Connection: keep-alive',
      'Expect: 100-continue',
      'Expect: a-miracle',
      'TE: trailers',
      'Trailer: X',
      'Range: bytes=0-1',
      'If-Match: "x"',
      'If-Match: *',
      'If-Unmodified-Since: x',
      'Host: b',
      ': empty',
      'no colon',
      'A B: c',
      'X:  two',
      'X: end  ',
      'X:',
      'X: ',
      'X: a\tb',
      'X: \0',
      'X: \u00e9',
      'X\u00e9: 1',
      'X: a\rb',
      'X: a\nY: b',
      'X: 1\r\n folded',
      'X\0: 1',
      'X(y): 1',
      'X_y: 1',
      "X!#$%&'*+.^`|~: 1",
      'If-None-Match: *\r\nIf-None-Match: "b"',
      'X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 2.2.2.2',
      'If-None-Match:',
      'X: \x7f',
      'X: \x01',
      `X: ${'z'.repeat(below(20_000))}`,
      `${'Y: 1\r\n'.repeat(below(1_000))}Y: 1`,
      ' Host: c',
      '\tX: 1',
    ]);

  function request(): string {
    const end = chance(0.97) ? '\r\n' : pick(['\n', '\r', '\r\r\n', '\n\r', '']);
    const method = chance(0.85)
      ? pick(['GET', 'GET', 'GET', 'HEAD', 'OPTIONS'])
      : pick([
          'POST',
          'get',
          'PUT',
          'GETX',
          ' GET',
          'DELETE',
          'PRI',
          'TRACE',
          '\r\nGET',
          '\nGET',
          'G\0T',
          '',
        ]);
    const version = chance(0.93)
      ? 'HTTP/1.1'
      : pick([
          'HTTP/1.0',
          'HTTP/2.0',
          'http/1.1',
          'HTTP/1.1 ',
          'HTTP/1.01',
          'HTTP/0.9',
          'HTTP/1.2',
          'RTSP/1.0',
          '',
        ]);
    const host = chance(0.94)
      ? 'Host: a'
      : pick([
          '',
          'Host:',
          'Host:a',
          'Host: a\r\nHost: a',
          'Host : a',
          'HOST:   a  ',
          'Host: é',
          ' Host: a',
        ]);
    const fields = [anyCase(host)];
    while (chance(0.6)) fields.push(chance(0.8) ? good() : odd());
    const [first = ''] = fields;
    if (chance(0.3)) fields.push(fields.shift() ?? first);
    const lines = [`${method} ${target()} ${version}`, ...fields.filter((field) => field !== '')];
    const body = chance(0.05) ? pick(['abc', '3\r\nabc\r\n0\r\n\r\n', '\r\n', '\0']) : '';
    return `${lines.join(end)}${end}${chance(0.97) ? end : ''}${body}`;
  }

  /** Returns the writes that send some requests: one for each request, one for all of them, or two that are cut at any byte. */
  function writes(): string[] {
    const requests = [request()];
    while (chance(0.35)) requests.push(request());
    const all = requests.join('');
    const cut = below(all.length);
    const sent = pick([requests, requests, [all], [all.slice(0, cut), all.slice(cut)]]);
    return sent.filter((text) => text !== '');
  }
  return { request, writes };
}

/** Makes requests out of a seed. */
export const createRequests = (seed: number): (() => string) => createGenerator(seed).request;

/** Splits a text behind its first head. Null unless it has one that the lane may take. */
function splitBehindHead(text: string): { head: string; rest: string } | null {
  const end = text.indexOf('\r\n\r\n') + 4;
  return end < 4 || end > longestHead ? null : { head: text.slice(0, end), rest: text.slice(end) };
}

/**
 * Hands each connection on to a server without the first head, which it answers nothing to. The reads are those of the lane: how
 * many answers Node drops when it reads broken bytes depends on them.
 */
function skipFirstHeads(server: Server): void {
  const shared = Buffer.allocUnsafeSlow(longestHead);
  const [serve] = server.listeners('connection') as [(socket: Socket) => void];
  server.removeListener('connection', serve);
  server.prependListener('connection', (socket: Socket) => {
    let isHandedOn = false;
    readInto(socket, shared, (length, bytes) => {
      const read = Buffer.from(bytes.subarray(0, length));
      if (isHandedOn) return socket.push(read);
      isHandedOn = true;
      socket.unshift(read.subarray(read.indexOf('\r\n\r\n') + 4));
      serve.call(server, socket);
      return true;
    });
  });
}

const withoutDate = (text: string) => text.replace(/Date: \w{3}, [^\r]* GMT/g, 'Date: …');

/** Opens a connection, sends the writes and a last text, and ends it. Returns everything that was received. */
async function talk(path: string, writes: string[], last = probe): Promise<string> {
  const socket = connect(path).on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  let heard = '';
  let onData = () => {};
  socket.setEncoding('latin1').on('data', (text) => {
    heard += text;
    onData();
  });
  const send = async (text: string) => {
    let isAnswered = false;
    onData = () => {
      isAnswered = true;
    };
    if (!socket.writable) return;
    socket.write(text, 'latin1');
    for (let turn = 0; turn < patienceTurns && !isAnswered && !socket.closed; turn += 1) {
      await nextTurn();
    }
  };
  for (const text of writes) await send(text);
  socket.end(last, 'latin1');
  const isOver = await Promise.race([
    closed.then(() => true),
    pause(hungMs, false, { ref: false }),
  ]);
  socket.destroy();
  return `${withoutDate(heard)}${isOver ? '' : ' AND STAYS OPEN'}`;
}

/**
 * Opens the lane, `node:http` alone, a lane that hands everything on, and what hands on all but the first head, with the same
 * ads behind them.
 */
async function openBoth() {
  const ads = await openAdsServer();
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-lane-'));
  let taken = 0;
  const endpoint: Endpoint = {
    ...ads.route,
    answer(asked) {
      if (!(asked instanceof IncomingMessage)) taken += 1;
      return ads.route.answer(asked);
    },
  };
  const deps: Parameters<typeof createFront>[0] = {
    ads: endpoint,
    own: [],
    basePath,
    withLane: true,
    rest(request, response) {
      let body = '';
      request.setEncoding('latin1').on('data', (text) => {
        body += text;
      });
      request.on('end', () =>
        response.end(JSON.stringify([request.method, request.url, request.rawHeaders, body])),
      );
    },
  };
  const [lane, alone, handingOn, skipping] = ['lane', 'alone', 'handing-on', 'skipping'].map(
    (name) => join(folder, name),
  ) as [string, string, string, string];
  const handing = overHttp(deps);
  openLane({ ...handing, endpoint: undefined, basePath });
  const skipper = overHttp(deps).server;
  skipFirstHeads(skipper);
  const servers = [
    { server: createFront(deps), path: lane },
    { server: overHttp(deps).server, path: alone },
    { server: handing.server, path: handingOn },
    { server: skipper, path: skipping },
  ];
  for (const { server, path } of servers) {
    server.on('clientError', answerBrokenRequest).listen(path);
    await once(server, 'listening');
  }
  onTestFinished(() => {
    ads.close();
    for (const { server } of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return { ads, lane, alone, handingOn, skipping, taken: () => taken };
}

/**
 * Opens the ways, and returns what compares them. The lane answers whole heads at the beginning of a read; from the first read
 * with anything else on, it must be as if a new connection had begun there, on a server that gets its first bytes from somebody
 * else. So the lane must say what `node:http` says, or the answers to some heads and then what such a server says.
 */
export async function openComparison() {
  const { ads, lane, alone, handingOn, skipping, taken } = await openBoth();

  /** Returns what the lane must say when it takes the first heads of so many writes; null when it cannot. */
  async function saidWhenTaken(writes: string[], count: number): Promise<string | null> {
    if (count === 0) return talk(handingOn, writes);
    const heads: string[] = [];
    let isPart = false;
    for (const text of writes.slice(0, count)) {
      const split = splitBehindHead(text);
      if (isPart || split === null) return null;
      heads.push(split.head);
      isPart = split.rest !== '';
    }
    const answers = await talk(alone, heads, '');
    if (answers.includes('\r\nConnection: close\r\n')) return answers;
    const behind = isPart
      ? await talk(skipping, writes.slice(count - 1))
      : await talk(handingOn, writes.slice(count));
    return `${answers}${behind}`;
  }

  return {
    /** The number of requests that the lane has answered. */
    taken,

    /** Sets whether the app has IP rules; then each answer comes late. */
    load(ipAddress: 'on' | 'off'): void {
      const caller = callerPart('DE', null);
      ads.load({ ipAddress });
      ads.caller = ipAddress === 'on' ? Promise.resolve(caller) : caller;
    },

    /** Sends some writes on both ways, and fails unless both say the same. */
    async compare(writes: string[], because: string): Promise<void> {
      let heard: [string, string] = ['', ''];
      // A reset may overtake what was sent before it.
      for (let tries = 0; tries < 5; tries += 1) {
        heard = [await talk(lane, writes), await talk(alone, writes)];
        if (heard[0] === heard[1]) return;
        for (let count = 0; count <= writes.length; count += 1) {
          if (heard[0] === (await saidWhenTaken(writes, count))) return;
        }
      }
      expect(heard[0], because).toBe(heard[1]);
    },
  };
}

/** Compares so many generated writes, half of them with answers that come late. */
export async function compareWays(seed: number, requests: number): Promise<void> {
  const { load, compare, taken } = await openComparison();
  const { writes: next } = createGenerator(seed);
  const half = Math.ceil(requests / 2);
  let sent = 0;

  async function client(): Promise<void> {
    while (sent < half) {
      const writes = next();
      sent += writes.length;
      const shown = writes.map((text) => text.slice(0, 900));
      await compare(writes, `seed ${seed}: ${JSON.stringify(shown)}`);
    }
  }

  for (const ipAddress of ['off', 'on'] as const) {
    sent = 0;
    const before = taken();
    load(ipAddress);
    await Promise.all(Array.from({ length: clients }, client));
    expect(taken() - before, 'the lane takes many').toBeGreaterThan(half / 5);
  }
}
