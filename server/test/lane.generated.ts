import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { callerPart } from '../src/ads/callers/caller.part.ts';
import { createRandomValues } from '../src/cli/demo/random.ts';
import { answerBrokenRequest } from '../src/front/broken-request.ts';
import type { Endpoint } from '../src/front/endpoint.ts';
import { createFront, overHttp } from '../src/front/front.ts';
import { openLane } from '../src/front/lane/lane.ts';
import { oldToken, openAdsServer, token } from './ads-server.ts';

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
      ...[question(token), question(token), question(oldToken), question('x'.repeat(32))],
      ...[`?authToken=${token}&appID=${appID}`, `${question(token)}&_=1`, '?appID=a', '?', ''],
      `?appID=%61${appID.slice(1)}&authToken=${token}`,
      `?appID=${appID}&appID=${appID}&authToken=${token}`,
    ]);
    const plain = `${pick(['', '', '', basePath])}/api/getAds${query}`;
    if (chance(0.85)) return plain;
    return pick([
      ...[
        `http://a${plain}`,
        `/${plain}`,
        `/x${plain}`,
        `${plain}#f`,
        `${plain}\u00e9`,
        `${plain}\t`,
      ],
      ...[
        `${plain} `,
        ` ${plain}`,
        plain.replace('A', '%41'),
        `${basePath}${basePath}${plain}`,
        '*',
      ],
      ...[
        `${plain}\0`,
        `${plain}"<>`,
        `${plain}%`,
        `${plain}%zz`,
        plain.replace('?', '/?'),
        '/other',
      ],
      ...[
        `${plain}&${'y'.repeat(below(6_000))}`,
        plain.toUpperCase(),
        `${plain}\x7f`,
        `${plain}?a`,
      ],
    ]);
  }

  const good = () =>
    pick([
      ...['Accept: */*', 'User-Agent: okhttp/4.12.0', 'Accept-Encoding: gzip', 'X-Empty-Not: 1'],
      ...[
        'Connection: keep-alive',
        'Connection: Keep-Alive',
        'Connection: close',
        'Cookie: a=b; c=d',
      ],
      ...[
        'If-None-Match: *',
        'If-None-Match: "x", W/"y"',
        'X-If-None-Match: *',
        'X-Forwarded-For: 1.2.3.4',
      ],
      ...[
        'Access-Control-Request-Headers: a, b',
        'Origin: null',
        'X-Country: DE',
        'Referer: http://a/',
      ],
      ...[
        'Keep-Alive: timeout=5',
        'If-Modified-Since: x',
        'Forwarded: for=1.2.3.4',
        `X-Long: ${'z'.repeat(below(3_000))}`,
      ],
    ]);
  const odd = () =>
    pick([
      ...[
        'Content-Length: 0',
        'Content-Length: 5',
        'content-length:+0',
        'Content-Length: 0, 0',
        'Content-Length : 3',
      ],
      ...[
        'Content-Length:\t2',
        'Content-Length: 1\r\nContent-Length: 1',
        'Content-Length',
        'Content-Length:',
        'Content_Length: 4',
      ],
      ...[
        'Transfer-Encoding: chunked',
        'Transfer-Encoding:\x0bchunked',
        'Transfer-Encoding: identity',
        'Transfer-Encoding : chunked',
      ],
      ...[
        'Transfer-Encoding: chunked\r\nContent-Length: 3',
        'X: 1\r\n Transfer-Encoding: chunked',
        'X: 1\n\tContent-Length: 9',
      ],
      ...[
        'Connection: close, x',
        'Connection: upgrade',
        'Connection: close\r\nConnection: keep-alive',
        'Connection:',
        'Connection: Close ',
      ],
      ...[
        'Upgrade: websocket',
        'Connection: Upgrade\r\nUpgrade: h2c',
        'Proxy-Connection: close',
        'Proxy-Connection: keep-alive',
      ],
      ...[
        'Expect: 100-continue',
        'Expect: a-miracle',
        'TE: trailers',
        'Trailer: X',
        'Range: bytes=0-1',
        'If-Match: "x"',
        'If-Match: *',
      ],
      ...[
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
      ],
      ...[
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
      ],
      ...[
        'If-None-Match: *\r\nIf-None-Match: "b"',
        'X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 2.2.2.2',
        'If-None-Match:',
      ],
      ...[
        'X: \x7f',
        'X: \x01',
        `X: ${'z'.repeat(below(20_000))}`,
        `${'Y: 1\r\n'.repeat(below(1_000))}Y: 1`,
        ' Host: c',
        '\tX: 1',
      ],
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

  /** The writes that send some requests: one for each request, one for all of them, or two that are cut at any byte. */
  function writes(): string[] {
    const requests = [request()];
    while (chance(0.35)) requests.push(request());
    const all = requests.join('');
    const cut = below(all.length);
    return pick([requests, requests, [all], [all.slice(0, cut), all.slice(cut)]]);
  }
  return { request, writes };
}

/** Makes requests out of a seed. */
export const createRequests = (seed: number): (() => string) => createGenerator(seed).request;

/** The same bytes; each of the first `count` writes has its first head in a write of its own, as the lane takes it. */
function splitBehindHeads(writes: string[], count: number): string[] {
  return writes.flatMap((text, index) => {
    const end = text.indexOf('\r\n\r\n') + 4;
    const isSplit = index < count && end >= 4;
    return isSplit ? [text.slice(0, end), text.slice(end)].filter(Boolean) : [text];
  });
}

/**
 * Behind an answer, a refusal of broken bytes may be missing: when it is found before Node has closed the answer, the
 * connection is destroyed (`broken-request.ts`). That depends on how Node got the bytes.
 */
const brokenBehind =
  /(?<=.)HTTP\/1\.1 4\d\d [^\r]*\r\nDate: …\r\nConnection: close\r\nContent-Type: [^\r]*\r\nContent-Length: \d+\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\r\n\{[^}]*\}$/s;
const plain = (text: string) =>
  text.replace(/Date: \w{3}, [^\r]* GMT/g, 'Date: …').replace(brokenBehind, '');

/**
 * Whether the lane said what `node:http` said, but for its last answers before the connection was dropped for broken bytes.
 * Node drops late answers to whole requests that it read together with the broken bytes. When it reads from the socket itself,
 * it sends them first; when it gets the bytes from somebody else, as from the lane, it does not.
 */
function isCutByBrokenBytes(onLane: string, overNode: string): boolean {
  const isDropped = !overNode.includes('"/probe"');
  return isDropped && overNode.startsWith(`${onLane}HTTP/1.1 `);
}

/** Opens a connection, sends the writes and a last request, and ends it. Returns everything that was received. */
async function talk(path: string, writes: string[]): Promise<string> {
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
  socket.end(probe, 'latin1');
  const isOver = await Promise.race([
    closed.then(() => true),
    pause(hungMs, false, { ref: false }),
  ]);
  socket.destroy();
  return `${plain(heard)}${isOver ? '' : ' AND STAYS OPEN'}`;
}

/** The lane, `node:http` alone, and a lane that hands everything on, with the same ads behind them. */
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
  const parts: Parameters<typeof createFront>[0] = {
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
  const [lane, alone, handingOn] = ['lane', 'alone', 'handing-on'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const handing = overHttp(parts);
  openLane({ ...handing, endpoint: undefined, basePath });
  const servers = [
    { server: createFront(parts), path: lane },
    { server: overHttp(parts).server, path: alone },
    { server: handing.server, path: handingOn },
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
  return { ads, lane, alone, handingOn, taken: () => taken };
}

/**
 * Compares so many writes of requests. Of requests that come at once the lane answers the first one, and the other way reads
 * the rest as if it had come later. That matters only when something later is broken: `node:http` then drops answers that are
 * not sent yet, and which these are depends on how it got the bytes. So the lane must say what one of these ways says.
 */
export async function compareWays(seed: number, requests: number): Promise<void> {
  const { ads, lane, alone, handingOn, taken } = await openBoth();
  const { writes: next } = createGenerator(seed);
  const half = Math.ceil(requests / 2);
  let sent = 0;

  async function isSame(writes: string[]): Promise<[boolean, string, string]> {
    let heard: [string, string] = ['', ''];
    // A reset may overtake what was sent before it.
    for (let tries = 0; tries < 5; tries += 1) {
      heard = [await talk(lane, writes), await talk(alone, writes)];
      if (heard[0] === heard[1] || isCutByBrokenBytes(...heard)) return [true, ...heard];
      for (let taken = 0; taken <= writes.length; taken += 1) {
        for (const path of [alone, handingOn]) {
          const asTaken = await talk(path, splitBehindHeads(writes, taken));
          if (heard[0] === asTaken) return [true, ...heard];
        }
      }
    }
    return [false, ...heard];
  }

  async function client(): Promise<void> {
    while (sent < half) {
      const writes = next();
      sent += writes.length;
      const [isEqual, onLane, overNode] = await isSame(writes);
      const because = `seed ${seed}: ${JSON.stringify(writes.map((text) => text.slice(0, 900)))}`;
      if (!isEqual) expect(onLane, because).toBe(overNode);
    }
  }

  for (const ipAddress of ['off', 'on']) {
    sent = 0;
    const before = taken();
    ads.load({ ipAddress });
    ads.caller =
      ipAddress === 'on' ? Promise.resolve(callerPart('DE', null)) : callerPart('DE', null);
    await Promise.all(Array.from({ length: clients }, client));
    expect(taken() - before, 'the lane takes many').toBeGreaterThan(half / 5);
  }
}
