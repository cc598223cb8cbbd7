import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { expect } from 'vitest';
import { createRandomValues } from '../../src/cli/demo/random.ts';
import { openHop } from './hop.ts';

/*
 * Generated requests through the hop, on kept and pipelined connections, beside two others. The requests that the office hears
 * are compared with those that were sent, and each answer with its request.
 */

type Heard = { body: string; isWhole: boolean; times: number };

/** A request, and its expected fate. */
type Sent = {
  /** Its name in the answer: method and path. */
  name: string;
  bytes: string;
  body: string;
  /**
   * `passed`: the office hears it. `refused`: it gets a 400 or 405, and the connection goes on. `broken`: the connection ends.
   * `breaks`: also, but the office may have heard the beginning of its body.
   */
  fate: 'passed' | 'refused' | 'broken' | 'breaks';
  isLast: boolean;
};

const hidden = 'GET /hidden HTTP/1.1\r\nHost: a\r\nAdwarden-Peer: 192.0.2.7\r\n\r\n';
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The methods that are passed on; requests with others end in front. */
const passedMethods = new Set([...bodiless, 'POST', 'PUT', 'DELETE']);
const isPassed = (name: string) => passedMethods.has(name.split(' ', 1)[0] ?? '');
const methods = METHODS.filter((method) => method !== 'CONNECT');
/** A trailer behind the last chunk that the parser refuses. */
const badTrailer = 'Content-Length: 5\r\n';
/** The most requests that wait on one connection for the answer before theirs. */
const mostPipelined = 6;
const clients = 8;

/**
 * Opens an office that answers with the request that it has heard, at once or when it has the body, and the hop in front of it.
 */
async function openOffice() {
  const heard = new Map<string, Heard>();
  const peers = new Set<string>();
  const hop = await openHop((request, response) => {
    const name = `${request.method} ${request.url}`;
    const entry = heard.get(name) ?? { body: '', isWhole: false, times: 0 };
    heard.set(name, entry);
    entry.times += 1;
    peers.add(String(request.headers['adwarden-peer']));
    const answer = () => response.setHeader('Content-Length', 0).setHeader('X-Asked', name).end();
    request.setEncoding('latin1').on('data', (part) => {
      entry.body += part;
    });
    request.on('error', () => {});
    request.on('end', () => {
      entry.isWhole = true;
      if (!response.writableEnded) answer();
    });
    if (request.url?.includes('early')) answer();
  });
  return { ...hop, heard, peers };
}

function fateOf(is: { isBroken: boolean; breaks: boolean; isRefused: boolean }): Sent['fate'] {
  if (is.isBroken) return 'broken';
  if (is.breaks) return 'breaks';
  return is.isRefused ? 'refused' : 'passed';
}

/** Makes requests out of a seed; each has a path of its own. */
function createGenerator(seed: number) {
  const { pick, chance, below } = createRandomValues(seed);
  let count = 0;

  function bodyOf(): string {
    const kinds = ['', 'x', hidden, `${hidden}${hidden}`, `0\r\n\r\n${hidden}`, `\r\n${hidden}`];
    return pick([...kinds, 'y'.repeat(below(3_000)), 'z'.repeat(below(90_000))]);
  }

  function inChunks(body: string): string {
    let text = '';
    for (let from = 0; from < body.length; ) {
      const part = body.slice(from, from + 1 + below(body.length));
      const size = part.length.toString(16);
      text += `${pick([size, size.toUpperCase(), `00${size}`])}${pick(['', ';a=b', ';c'])}\r\n${part}\r\n`;
      from += part.length;
    }
    return `${text}0\r\n${pick(['', '', 'X-After: 1\r\n', badTrailer])}\r\n`;
  }

  /** Returns fields and bytes of a body, well made or not. */
  function framed(body: string): { fields: string[]; sent: string; isBroken: boolean } {
    const length = `Content-Length: ${body.length}`;
    const chunked = pick(['Transfer-Encoding: chunked', 'transfer-encoding:CHUNKED  ']);
    const well = (fields: string[], sent: string) => ({ fields, sent, isBroken: false });
    const badly = (...fields: string[]) => ({ fields, sent: inChunks(body), isBroken: true });
    if (chance(0.06)) {
      return pick([
        badly(length, chunked),
        badly(chunked, length),
        badly(chunked, chunked),
        badly('Transfer-Encoding: gzip, chunked'),
        badly('Transfer-Encoding: identity'),
        badly('Transfer-Encoding: \x0bchunked'),
        badly('Transfer-Encoding : chunked'),
        badly(length, length),
        badly(`Content-Length: +${body.length}`),
        badly(`Content-Length: ${body.length}, ${body.length}`),
        badly('Content-Length: 0x10'),
      ]);
    }
    if (body === '' && chance(0.7)) return well(chance(0.5) ? [] : ['Content-Length: 0'], '');
    if (chance(0.5)) return well([pick([length, `Content-Length: 00${body.length}`])], body);
    return well([chunked], inChunks(body));
  }

  function next(mayBeLast: boolean): Sent {
    count += 1;
    const method = chance(0.4)
      ? pick(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])
      : pick(methods);
    const path = `/${pick(['whole', 'whole', 'early'])}/${count}`;
    const isOld = chance(0.1);
    const body = bodyOf();
    const { fields, sent, isBroken } = framed(body);
    const isChunkedInOld = isOld && fields.some((field) => /^transfer/i.test(field));
    const isEnd = chance(0.1);
    const connection = isEnd ? 'close' : pick(['keep-alive', 'keep-alive, x-own', 'x-own']);
    const named = pick(['', ', content-length', ', transfer-encoding', ', adwarden-peer, host']);
    const head = [
      `${method} ${pick(['', '', '', 'http://a'])}${path} HTTP/1.${isOld ? 0 : 1}`,
      pick(['Host: a', 'host:a', 'HOST:   a  ']),
      ...fields,
      ...(isOld || isEnd || chance(0.3) ? [`Connection: ${connection}${named}`] : []),
      ...(chance(0.1) ? ['Expect: 100-continue'] : []),
      ...(chance(0.1) ? ['Adwarden-Peer: 192.0.2.7', 'X-Forwarded-For: 192.0.2.7'] : []),
      ...(chance(0.1) ? ['Trailer: Content-Length', 'TE: trailers', 'X-Own: 1'] : []),
    ];
    const isNeedless =
      bodiless.has(method) && (body !== '' || fields.some((field) => /^transfer/i.test(field)));
    const fate = fateOf({
      isBroken: isBroken || isChunkedInOld,
      breaks: sent.endsWith(`${badTrailer}\r\n`),
      isRefused: isNeedless || !passedMethods.has(method),
    });
    const isOver = isEnd || (isOld && !connection.includes('keep-alive'));
    const isLast = fate === 'broken' || fate === 'breaks' || isOver;
    // Nothing is read behind the end of a connection: only the last of some requests may bring it.
    if (isLast && !mayBeLast) return next(mayBeLast);
    const bytes = `${head.join('\r\n')}\r\n\r\n${sent}`;
    return { name: `${method} ${path}`, bytes, body, fate, isLast };
  }

  return {
    /** Returns how many requests a client sends before it reads. */
    burst: () => 1 + (chance(0.5) ? below(mostPipelined) : 0),
    /** Returns into how many writes their bytes are cut. */
    writes: () => (chance(0.3) ? 1 + below(5) : 1),
    next,
  };
}

/**
 * Tells whether the hop may close the connection behind this request: it is answered before its body is over, and the rest of
 * the body is long or late. A busy machine makes it late.
 */
function mayEnd({ name, body, fate }: Sent, writtenAt: number): boolean {
  const isAnsweredFirst = fate === 'refused' || name.includes('/early/');
  const isLate = performance.now() - writtenAt >= limits.restOfBody.seconds * 1_000;
  return isAnsweredFirst && body !== '' && (isLate || body.length > limits.restOfBody.bytes);
}

/** Opens a connection of a client that reads answers one by one; null when the connection has ended before one. */
function openConnection(port: number) {
  const socket: Socket = connect(port, '127.0.0.1').on('error', () => {});
  let text = '';
  let isClosed = false;
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  socket.once('close', () => {
    isClosed = true;
  });
  function take(method: string): { status: number; asked: string } | null {
    const [head, status] = /^HTTP\/1\.1 (\d{3}).*?\r\n\r\n/s.exec(text) ?? [];
    if (head === undefined) return null;
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const size = head.length + (method === 'HEAD' ? 0 : length);
    if (text.length < size) return null;
    text = text.slice(size);
    return { status: Number(status), asked: /^x-asked: (.*)\r$/im.exec(head)?.[1] ?? '' };
  }
  return {
    socket,
    isOpen: () => !isClosed,
    async answer(method: string): Promise<{ status: number; asked: string } | null> {
      for (;;) {
        const answer = take(method);
        if (answer && answer.status !== 100) return answer;
        if (answer) continue;
        if (isClosed) return null;
        await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
        socket.removeAllListeners('close');
        socket.once('close', () => {
          isClosed = true;
        });
      }
    },
  };
}

/** Starts two others who ask on and on, on kept connections; `end` resolves with the answers that were not theirs. */
function startVictims(port: number) {
  let isOver = false;
  const all = ['one', 'two'].map(async (who) => {
    const wrong: string[] = [];
    const client = openConnection(port);
    for (let turn = 0; !isOver; turn += 1) {
      const name = `GET /victim/${who}/${turn}`;
      client.socket.write(`${name} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const answer = await client.answer('GET');
      if (answer?.asked !== name) wrong.push(`${name}: ${JSON.stringify(answer)}`);
      if (!answer) break;
      await pause(1);
    }
    client.socket.destroy();
    return wrong;
  });
  return {
    async end() {
      isOver = true;
      return (await Promise.all(all)).flat();
    },
  };
}

/** Sends so many requests, and checks what the office hears, the answer to each, and the answers to two others. */
export async function sendGenerated(seed: number, requests: number): Promise<void> {
  const { port, heard, peers } = await openOffice();
  const victims = startVictims(port);
  const { next, burst, writes } = createGenerator(seed);
  const sent: Sent[] = [];

  async function client(): Promise<void> {
    let connection = openConnection(port);
    let answered: { request: Sent; writtenAt: number }[] = [];
    const openNext = () => {
      connection.socket.destroy();
      connection = openConnection(port);
      answered = [];
    };
    while (sent.length < requests) {
      const size = burst();
      const some: Sent[] = [];
      while (some.length < size && !some.at(-1)?.isLast) some.push(next(some.length === size - 1));
      sent.push(...some);
      const bytes = some.map((request) => request.bytes).join('');
      const writtenAt = performance.now();
      const parts = writes();
      for (let part = 0; part < parts; part += 1) {
        const at = (index: number) => Math.ceil((bytes.length * index) / parts);
        connection.socket.write(bytes.slice(at(part), at(part + 1)), 'latin1');
        if (parts > 1) await pause(1);
      }
      const endsBroken = ['broken', 'breaks'].includes(some.at(-1)?.fate ?? '');
      let isEnded = false;
      for (const request of some) {
        const { name, body, fate, bytes: text } = request;
        const answer = await connection.answer(name.split(' ')[0] ?? '');
        const entry = heard.get(name);
        const because = `seed ${seed}: ${text.slice(0, 600)}`;
        // A broken request is answered at once, and ends the requests before it.
        if (endsBroken && (answer === null || answer.asked === '')) break;
        isEnded = answer === null && answered.some((one) => mayEnd(one.request, one.writtenAt));
        if (isEnded) break;
        answered.push({ request, writtenAt });
        if (fate === 'refused')
          expect([answer?.status, entry], because).toEqual([isPassed(name) ? 400 : 405, undefined]);
        else expect([answer?.status, answer?.asked], because).toEqual([200, name]);
        if (fate === 'passed' && name.includes('/whole/')) {
          expect(entry, because).toEqual({ body, isWhole: true, times: 1 });
        }
      }
      if (isEnded || some.at(-1)?.isLast) openNext();
    }
    connection.socket.destroy();
  }

  await Promise.all(Array.from({ length: clients }, client));
  expect(await victims.end()).toEqual([]);
  expectOnlyWhatWasSent(heard, sent);
  expect([...peers]).toEqual(['127.0.0.1']);
}

/** Expects that the office has heard each request at most once, with no byte that is not its own, and nothing else. */
function expectOnlyWhatWasSent(heard: Map<string, Heard>, sent: Sent[]): void {
  const passed = new Map(
    sent.filter(({ fate }) => fate === 'passed' || fate === 'breaks').map((one) => [one.name, one]),
  );
  for (const [name, { body, isWhole, times }] of heard) {
    if (name.startsWith('GET /victim/')) continue;
    const { body: right, fate } = passed.get(name) ?? {};
    expect(right, `${name} was not sent`).toBeDefined();
    if (fate === 'breaks') expect(isWhole, name).toBe(false);
    expect(times, name).toBe(1);
    if (isWhole) expect(body, name).toBe(right);
    else expect(right?.startsWith(body), `${name} has a body of its own`).toBe(true);
  }
}

const chunks = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
/** Requests whose clients leave: method, version, fields of the body, its bytes, and what they mean. */
const left: [method: string, minor: 0 | 1, fields: string, sent: string, body: string][] = [
  ['GET', 1, '', '', ''],
  ['DELETE', 1, 'Transfer-Encoding: chunked\r\n', chunks(hidden), hidden],
  ['POST', 1, `Content-Length: ${hidden.length}\r\n`, hidden, hidden],
  ['PUT', 0, `Content-Length: ${hidden.length}\r\n`, hidden, hidden],
  ['POST', 1, 'Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n', chunks(hidden), hidden],
];
/** The ways in which a client leaves: it resets the connection, closes it, or says only that it sends no more. */
const ways = ['resetAndDestroy', 'destroy', 'end'] as const;

/** Makes clients leave after each byte of their request, at every `step`th one; the others are as in `sendGenerated`. */
export async function leaveAtEveryByte(step: number): Promise<void> {
  const { port, heard } = await openOffice();
  const victims = startVictims(port);
  const sent: Sent[] = [];
  const leaving: (() => Promise<void>)[] = [];
  for (const [method, minor, fields, bytes, body] of left) {
    for (const kind of ['whole', 'early']) {
      const textOf = (path: string) =>
        `${method} ${path} HTTP/1.${minor}\r\nHost: a\r\n${fields}\r\n${bytes}`;
      const whole = textOf(`/${kind}/0000`).length;
      for (let length = whole; length > 0; length -= step) {
        const path = `/${kind}/${String(sent.length).padStart(4, '0')}`;
        const text = textOf(path);
        sent.push({ name: `${method} ${path}`, bytes: text, body, fate: 'passed', isLast: true });
        const way = ways[length % ways.length] as (typeof ways)[number];
        leaving.push(async () => {
          const { socket } = openConnection(port);
          await once(socket, 'connect');
          // Sometimes it is behind another request of the same connection, which may have no answer yet.
          const before = `GET /victim/before${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
          socket.write(`${length % 2 === 0 ? before : ''}${text.slice(0, length)}`);
          await pause((length % 4) * 3);
          socket[way]();
          if (way === 'end' && !socket.closed) await once(socket, 'close');
        });
      }
    }
  }
  const client = async () => {
    for (let leave = leaving.shift(); leave; leave = leaving.shift()) await leave();
  };
  await Promise.all(Array.from({ length: clients }, client));
  expect(await victims.end()).toEqual([]);
  expectOnlyWhatWasSent(heard, sent);
  const isWhole = (name: string) => heard.get(name)?.isWhole;
  expect(sent.filter(({ name }) => isWhole(name)).length, 'some were whole').toBeGreaterThan(0);
}
