import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openHop } from '../../test/sockets/hop.ts';
import { peerField } from './peer.ts';
import { readOnField } from './rest-of-body.ts';

/* Requests that are passed on, through real sockets, to an office that a test writes. */

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  return text;
}

it('brings method, path, headers and body, and answers with what the office says', async () => {
  const heard = vi.fn();
  const { address } = await openHop(async (asked, response) => {
    const { method, url, headers } = asked;
    heard({ method, url, headers, body: await textOf(asked) });
    response.writeHead(201, 'Made', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Own', 'kept']);
    response.end('answer ✨');
  });
  const asking = request(`${address}/apps/addApp?search=a%20b&x=%2F`, {
    method: 'PUT',
    headers: { 'x-own': 'kept', authorization: 'Bearer secret', te: 'trailers' },
  });
  asking.end('שלום');
  const [answer] = await once(asking, 'response');
  expect([answer.statusCode, answer.statusMessage]).toEqual([201, 'Made']);
  expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-own': 'kept' });
  expect(await textOf(answer)).toBe('answer ✨');
  const [{ headers, ...rest }] = heard.mock.lastCall as [Record<string, never>];
  expect(rest).toEqual({ method: 'PUT', url: '/apps/addApp?search=a%20b&x=%2F', body: 'שלום' });
  expect(headers).toMatchObject({ 'x-own': 'kept', authorization: 'Bearer secret' });
  expect(headers).not.toHaveProperty('te');
});

it('says who the peer is in a field of its own, whatever others claim', async () => {
  const { port, warnOfForwarded } = await openHop(({ rawHeaders }, response) =>
    response.end(JSON.stringify(rawHeaders)),
  );
  const heard = async (...claims: string[]) => {
    const claimed = claims.map((claim) => `${claim}\r\n`).join('');
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${claimed}Connection: close\r\n\r\n`);
    const raw = JSON.parse((await text(socket)).split('\r\n\r\n')[1] ?? '') as string[];
    const valuesOf = (name: string) =>
      raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
    return { peers: valuesOf(peerField), forwarded: valuesOf('x-forwarded-for') };
  };
  expect(await heard()).toEqual({ peers: ['127.0.0.1'], forwarded: [] });
  expect(await heard('X-Forwarded-For: 192.0.2.7, 10.0.0.1')).toEqual({
    peers: ['127.0.0.1'],
    forwarded: ['192.0.2.7, 10.0.0.1'],
  });
  for (const name of [peerField, 'Adwarden-Peer', 'ADWARDEN-PEER']) {
    const claim = `${name}: 192.0.2.7`;
    expect((await heard(claim, claim)).peers).toEqual(['127.0.0.1']);
  }
  expect(warnOfForwarded).toHaveBeenCalledTimes(5);
});

it.each(['X-Own', 'close, x-own', 'X-OTHER ,x-Own,adwarden-peer'])(
  'fields that "Connection: %s" names are not passed on, except those that every request needs',
  async (named) => {
    const heard = vi.fn();
    const { port } = await openHop(async (asked, response) => {
      heard({ headers: asked.headers, body: await textOf(asked) });
      response.end();
    });
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const connection = `Connection: ${named}, host, content-length`;
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nX-Own: 1\r\n${connection}\r\nContent-Length: 4\r\n\r\nbody`,
    );
    await once(socket, 'data');
    const [{ headers, body }] = heard.mock.lastCall as [{ headers: object; body: string }];
    expect(body).toBe('body');
    expect(headers).toMatchObject({ host: 'a', 'content-length': '4', [peerField]: '127.0.0.1' });
    expect(headers).not.toHaveProperty('x-own');
  },
);

it.each(['HEAD', 'GET', 'DELETE', 'OPTIONS'])(
  '%s without a body has none there',
  async (method) => {
    const { address } = await openHop((asked, response) => {
      response.setHeader('x-length', String(asked.headers['content-length']));
      response.end(asked.headers['transfer-encoding'] ?? 'none');
    });
    const answer = await fetch(address, { method });
    expect(answer.headers.get('x-length')).toBe('undefined');
    expect(await answer.text()).toBe(method === 'HEAD' ? '' : 'none');
  },
);

it.each([204, 304])('%s has no body', async (status) => {
  const { address } = await openHop((_, response) =>
    response.writeHead(status, { etag: '"a"' }).end(),
  );
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
    status,
    '"a"',
    '',
  ]);
});

it('leaves compressed bytes as they are', async () => {
  const bytes = gzipSync('a page');
  const { address } = await openHop((_, response) =>
    response
      .writeHead(200, { 'content-encoding': 'gzip', 'content-length': bytes.length })
      .end(bytes),
  );
  expect(await (await fetch(address)).text()).toBe('a page');
});

it('carries large bodies both ways, byte for byte', async () => {
  const body = randomBytes(20 * 1024 * 1024);
  const { address } = await openHop((asked, response) => asked.pipe(response));
  const answer = await fetch(address, { method: 'POST', body });
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  expect(digest(await answer.bytes())).toBe(digest(body));
});

it('without an office everybody gets 503 in the envelope, until it is back', async () => {
  const { address, office, socketPath, refused } = await openHop();
  expect(refused()).toBe(0);
  const answer = await fetch(`${address}/apps/getAllApp`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await answer.json()).toMatchObject({
    status: 'error',
    message: 'The back office is not reachable at the moment, please try again',
  });
  office.on('request', (_, response) => response.end('back'));
  await once(office.listen(socketPath), 'listening');
  expect(await (await fetch(address)).text()).toBe('back');
  expect(refused()).toBe(1);
});

it('HTTP/1.0 without Host reaches the office, which needs one', async () => {
  const { port } = await openHop((asked, response) => response.end(`host: ${asked.headers.host}`));
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET /apps/getAllApp HTTP/1.0\r\n\r\n');
  let heard = '';
  for await (const chunk of socket.setEncoding('utf8')) heard += chunk;
  expect(heard).toMatch(/^HTTP\/1\.1 200 /);
  expect(heard).toMatch(/host: $/);
});

it('an answer that breaks off in the middle is not whole for the client', async () => {
  const { address } = await openHop((_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('a part');
    setTimeout(() => response.destroy(), 50);
  });
  await expect(fetch(address).then((answer) => answer.text())).rejects.toThrow();
});

it('a connection that the office closes meanwhile is not noticed', async () => {
  const { address, office } = await openHop((_, response) => response.end('here'));
  for (let turn = 0; turn < 50; turn += 1) {
    // It closes when the next request may be on its way.
    const asking = fetch(address);
    if (turn % 2 === 0) await new Promise((resolve) => setTimeout(resolve, turn % 5));
    office.closeIdleConnections();
    const answer = await asking;
    expect([answer.status, await answer.text()]).toEqual([200, 'here']);
  }
});

it('the office notices a client that leaves, and one that leaves in the middle of its body', async () => {
  const left = vi.fn();
  const { address, port } = await openHop((asked, response) => {
    asked.resume().on('error', () => {});
    response.once('close', () => left(asked.method));
  });
  const leaving = new AbortController();
  const asking = fetch(address, { signal: leaving.signal }).catch(() => {});
  setTimeout(() => leaving.abort(), 100);
  await asking;
  await expect.poll(() => left.mock.calls).toEqual([['GET']]);
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\npart');
  setTimeout(() => socket.destroy(), 100);
  await expect.poll(() => left.mock.calls).toEqual([['GET'], ['POST']]);
});

it.each([undefined, '1000000'])(
  'a refusal arrives while the body is still coming (%s bytes are read on)',
  async (bytes) => {
    const { address } = await openHop((_, response) => {
      response.writeHead(413, bytes === undefined ? {} : { [readOnField]: bytes }).end('too large');
    });
    const asking = request(address, { method: 'POST', headers: { 'content-length': 50_000_000 } });
    asking.on('error', () => {});
    asking.write(Buffer.alloc(1_000_000));
    const [answer] = await once(asking, 'response');
    expect(answer.statusCode).toBe(413);
    expect(answer.headers).not.toHaveProperty(readOnField);
    expect(await textOf(answer)).toBe('too large');
    asking.destroy();
  },
);

it('a refused body does not hold up the next request of its connection', async () => {
  const { port } = await openHop((_, response) => response.writeHead(401).end('who?'));
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  const answers = () => heard.match(/^who\?/gm)?.length ?? 0;
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n');
  await expect.poll(answers).toBe(1);
  socket.write(`${'x'.repeat(2_000)}GET / HTTP/1.1\r\nHost: a\r\n\r\n`);
  await expect.poll(answers).toBe(2);
});

it('a thousand bodies that stand still hold up nobody', async () => {
  const { address, port } = await openHop((asked, response) => {
    asked.on('error', () => {}).resume();
    if (asked.method === 'GET') response.end('here');
  });
  const slow = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of slow) socket.destroy();
  });
  for (const socket of slow) {
    socket.on('error', () => {}).write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1');
  }
  await Promise.all(slow.map((socket) => once(socket, 'connect')));
  expect(await (await fetch(address)).text()).toBe('here');
});

it('a change is never sent twice, also when its connection breaks', async () => {
  const heard = vi.fn();
  const { address } = await openHop((asked, response) => {
    heard(asked.method);
    if (asked.method === 'GET') response.end('here');
    else response.socket?.destroy();
  });
  for (const method of ['DELETE', 'POST']) {
    await (await fetch(address)).text(); // so that a connection is reused
    expect((await fetch(address, { method })).status).toBe(503);
  }
  expect(heard.mock.calls.flat()).toEqual(['GET', 'DELETE', 'GET', 'POST']);
});

it('a client that reads nothing holds up nobody, and the office sends it no more than fits', async () => {
  let sent = 0;
  const { address, port } = await openHop((asked, response) => {
    if (asked.url === '/quick') return response.end('quick');
    const chunk = Buffer.alloc(64 * 1024);
    const more = () => {
      while (!response.closed && sent < 200_000_000) {
        sent += chunk.length;
        if (!response.write(chunk)) return response.once('drain', more);
      }
    };
    more();
  });
  const socket = connect(port, '127.0.0.1');
  socket.pause().write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  onTestFinished(() => void socket.destroy());
  let before = -1;
  await expect
    .poll(
      () => {
        const isSame = sent === before;
        before = sent;
        return isSame && sent > 0;
      },
      { interval: 300, timeout: 10_000 },
    )
    .toBe(true);
  expect(sent).toBeLessThan(50_000_000);
  expect(await (await fetch(`${address}/quick`)).text()).toBe('quick');
});

it('streams of events arrive at once, and are ended by a stop', async () => {
  const { address, endEvents } = await openHop((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  });
  const answer = await fetch(address);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: 1\n\n');
  endEvents();
  expect((await reader.read()).done).toBe(true);
});
