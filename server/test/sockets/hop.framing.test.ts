import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProcesses } from '../servers/processes.ts';
import { openHop } from './hop.ts';

/*
 * The office hears exactly what clients have sent: no body becomes a request of its own. The connections between an ads process
 * and its office are shared, so such a request would be answered to somebody else.
 */

/** A request that is hidden in a body: the office must not take it for one. */
const hidden = 'GET /hidden HTTP/1.1\r\nHost: a\r\nAdwarden-Peer: 192.0.2.7\r\n\r\n';
const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;

/** The framings of a body: the fields that say where it ends, and its bytes. */
const framings: Record<string, { fields: string; sent: string; body: string }> = {
  'no body': { fields: '', sent: '', body: '' },
  'a length of 0': { fields: 'Content-Length: 0\r\n', sent: '', body: '' },
  'a length': { fields: `Content-Length: ${hidden.length}\r\n`, sent: hidden, body: hidden },
  'a length with zeros': {
    fields: `Content-Length: 000${hidden.length}\r\n`,
    sent: hidden,
    body: hidden,
  },
  'one chunk': {
    fields: 'Transfer-Encoding: chunked\r\n',
    sent: `${chunk(hidden)}0\r\n\r\n`,
    body: hidden,
  },
  'chunks, with an extension and a trailer': {
    fields: 'TRANSFER-ENCODING: Chunked\r\n',
    sent: `1;a=b\r\n${hidden.slice(0, 1)}\r\n${chunk(hidden.slice(1))}0\r\nX: y\r\n\r\n`,
    body: hidden,
  },
  'no chunk': { fields: 'Transfer-Encoding: chunked\r\n', sent: '0\r\n\r\n', body: '' },
  'a length that Connection takes away': {
    fields: `Connection: content-length\r\nContent-Length: ${hidden.length}\r\n`,
    sent: hidden,
    body: hidden,
  },
  'chunks that Connection takes away': {
    fields: 'Connection: transfer-encoding\r\nTransfer-Encoding: chunked\r\n',
    sent: `${chunk(hidden)}0\r\n\r\n`,
    body: hidden,
  },
};
const methods = METHODS.filter((method) => method !== 'CONNECT');
const bodiless = ['GET', 'HEAD', 'OPTIONS'];
/** The methods that are passed on; requests with others end in front. */
const passed = [...bodiless, 'POST', 'PUT', 'DELETE'];

/** Sends requests on one connection, one after the other, and returns the status of each answer. */
function openClient(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.setEncoding('latin1').on('data', (part) => {
    heard += part;
  });
  /** Takes the first whole answer out of the received bytes; null while there is none. */
  function take(method: string): number | null {
    const [head, status] = /^HTTP\/1\.1 (\d{3}).*?\r\n\r\n/s.exec(heard) ?? [];
    if (head === undefined) return null;
    const length = method === 'HEAD' ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (heard.length < head.length + length) return null;
    heard = heard.slice(head.length + length);
    return Number(status);
  }
  return {
    socket,
    async send(method: string, bytes: string): Promise<number> {
      socket.write(bytes, 'latin1');
      for (;;) {
        const status = take(method);
        if (status !== null) return status;
        await once(socket, 'data');
      }
    },
  };
}

describe.each(Object.entries(framings))('with %s', (_, { fields, sent, body }) => {
  const hasBody = /Transfer|Length: \d*[1-9]/i.test(fields);
  function statusOf(method: string): number {
    if (!passed.includes(method)) return 405;
    return hasBody && bodiless.includes(method) ? 400 : 200;
  }

  test('each method that is passed on brings exactly this body to the office, on connections that are kept', async () => {
    const heard: string[] = [];
    const sockets = new Set<Socket>();
    const { port } = await openHop(async (request, response) => {
      sockets.add(request.socket);
      heard.push(`${request.method} ${request.url} ${await text(request)}`);
      response.setHeader('Content-Length', 0).end();
    });
    const client = openClient(port);
    const expected: string[] = [];
    for (const method of [...methods, ...methods]) {
      const url = `/${expected.length}`;
      const status = await client.send(
        method,
        `${method} ${url} HTTP/1.1\r\nHost: a\r\n${fields}\r\n${sent}`,
      );
      expect([method, status]).toEqual([method, statusOf(method)]);
      if (status === 200) expected.push(`${method} ${url} ${body}`);
      expect(heard).toEqual(expected);
    }
    expect(sockets.size, 'the office sees few connections: they are used again').toBeLessThan(4);
  });
});

test('an HTTP/1.0 request with chunks is refused, and its connection ends', async () => {
  const heard: string[] = [];
  const { port } = await openHop((request, response) => {
    heard.push(request.url ?? '');
    response.end();
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(hidden)}0\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*HTTP\/1\.0 has no Transfer-Encoding/s);
  expect(heard).toEqual([]);
});

/** Sends requests of strangers with bodies that look like requests, beside two others who must get only their own answers. */
async function attack(environment: Record<string, string>) {
  // Requests of strangers are in the log at debug only.
  const server = startProcesses({ LOG_LEVEL: 'debug', ...environment });
  onTestFinished(() => server.remove());
  const port = Number(new URL(await server.ready).port);
  let isOver = false;
  const victims = [
    ['/apps/getAllApp', 401],
    ['/nothing-here', 404],
  ].map(async ([path, right]) => {
    const client = openClient(port);
    const wrong: number[] = [];
    let asked = 0;
    for (; !isOver || asked < 100; asked += 1) {
      const status = await client.send('GET', `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      if (status !== right) wrong.push(status);
      await pause(1);
    }
    return wrong;
  });
  const client = openClient(port);
  let count = 0;
  for (const { fields, sent } of Object.values(framings)) {
    for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'QUERY']) {
      count += 1;
      await client.send(
        method,
        `${method} /sent/${count} HTTP/1.1\r\nHost: a\r\n${fields}\r\n${sent}`,
      );
    }
  }
  isOver = true;
  return { wrong: await Promise.all(victims), output: server.output() };
}

test.each([
  ['an ads process', { WORKERS: '1' }],
  ['an office alone', { ROLE: 'office', EDGE_KEYS: 'k'.repeat(43) }],
])('through %s nobody hears what others have hidden in a body', async (_, environment) => {
  const { wrong, output } = await attack(environment);
  expect(wrong).toEqual([[], []]);
  expect(output).toMatch(/"path":"\/sent\/\d+","address":"127.0.0.1"/);
  expect(output).not.toContain('/hidden');
  expect(output).not.toContain('192.0.2.7');
});
