import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetchOutside } from './fetch-outside.ts';
import { OutsideFault } from './outside-fault.ts';
import { createResolveHost, type ResolveHost } from './resolve-host.ts';

describe('a fetch', () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

  /** Opens a server on this machine; returns its port. */
  async function serve(answer: RequestListener): Promise<number> {
    const server: Server = createServer(answer);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return portOf(server);
  }
  /** Opens a server that does what it wants with each connection. */
  async function serveRaw(on: (socket: Socket) => void): Promise<number> {
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      on(socket);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    ends.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return portOf(server);
  }

  type Options = { allowsPrivate?: boolean; resolve?: ResolveHost; ms?: number; bytes?: number };
  const ask = (
    url: string,
    { allowsPrivate = true, resolve = createResolveHost(), ms = 3000, bytes = 1024 }: Options = {},
  ) => {
    const reach = { allowsPrivate, setting: 'PRIVATE' };
    return createFetchOutside({ reach, resolve })(new URL(url), {
      signal: AbortSignal.timeout(ms),
      bytes,
    });
  };
  const refusal = async (url: string, options?: Options) => {
    const error = await ask(url, options).then(
      () => null,
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(OutsideFault);
    return (error as OutsideFault).message;
  };
  const local = ['127.0.0.1'];

  it('answers status, headers and body, and follows no redirect', async () => {
    const port = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      response.writeHead(302, { location: '/elsewhere' }).end('gone');
    });
    const { status, headers, body } = await ask(`http://127.0.0.1:${port}/app-ads.txt`);
    expect([status, headers.location, body.toString()]).toEqual([302, '/elsewhere', 'gone']);
  });

  it('asks a host only by an address that was checked', async () => {
    const seen: string[] = [];
    const port = await serve((request, response) => {
      seen.push(request.headers.host ?? '');
      response.end('ok');
    });
    let lookUps = 0;
    const resolve: ResolveHost = async () => {
      lookUps += 1;
      return local;
    };
    await ask(`http://site.example:${port}/`, { resolve });
    expect([lookUps, seen]).toEqual([1, [`site.example:${port}`]]);
  });

  it('asks no private network, by address or by name, unless it is allowed', async () => {
    let requests = 0;
    const port = await serve((_, response) => {
      requests += 1;
      response.end();
    });
    const strict = { allowsPrivate: false };
    const words = 'an address of this machine, and PRIVATE is off';
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
      expect(await refusal(`http://${host}:${port}/`, strict), host).toContain(words);
    }
    const named = `http://site.example:${port}/`;
    const mixed = ['8.8.8.8', ...local];
    for (const found of [local, mixed]) {
      expect(await refusal(named, { ...strict, resolve: async () => found })).toBe(
        `site.example is 127.0.0.1, ${words}`,
      );
    }
    expect(requests).toBe(0);
    await ask(named, { resolve: async () => local });
    expect(requests).toBe(1);
  });

  it('ends when an answer is too large, and does not read the rest', async () => {
    let sent = 0;
    const port = await serve((_, response) => {
      const part = Buffer.alloc(64 * 1024);
      const send = () => {
        while (!response.destroyed && sent < 50 * 1024 * 1024) {
          sent += part.length;
          if (!response.write(part)) return void response.once('drain', send);
        }
        response.end();
      };
      send();
    });
    expect(await refusal(`http://127.0.0.1:${port}/`)).toBe(
      `127.0.0.1:${port} sent more than 1 kB`,
    );
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('ends in time: without an answer, and while one drips', async () => {
    const silent = await serveRaw(() => {});
    const dripping = await serve((_, response) => {
      response.write('a');
      const drip = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const start = performance.now();
    for (const port of [silent, dripping]) {
      expect(await refusal(`http://127.0.0.1:${port}/`, { ms: 150 })).toBe(
        `127.0.0.1:${port} did not answer in time`,
      );
    }
    const slow: ResolveHost = (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    expect(await refusal('http://site.example/', { ms: 50, resolve: slow })).toBe(
      'site.example did not answer in time',
    );
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('says what went wrong', async () => {
    const closing = await serveRaw((socket) => socket.destroy());
    expect(await refusal(`http://127.0.0.1:${closing}/`)).toMatch(/ closed the connection$/);
    const cutting = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await refusal(`http://127.0.0.1:${cutting}/`)).toMatch(/ closed the connection$/);
    const other = await serveRaw((socket) => socket.end('220 smtp.example.com ready\r\n'));
    expect(await refusal(`http://127.0.0.1:${other}/`)).toMatch(/ does not speak HTTP$/);
    const plain = await serve((_, response) => response.end());
    expect(await refusal(`https://127.0.0.1:${plain}/`)).toMatch(/ does not speak HTTPS$/);
    const headers = await serve((_, response) =>
      response.writeHead(200, { long: 'x'.repeat(100_000) }).end(),
    );
    expect(await refusal(`http://127.0.0.1:${headers}/`)).toMatch(/ sent too long headers$/);
    const gone = await serve(() => {});
    for (const end of ends.splice(0)) end();
    expect(await refusal(`http://127.0.0.1:${gone}/`)).toMatch(/ refused the connection$/);
  });
});
