import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startedServers } from './server-process.ts';

/** A place of the proxy: what is below `path` goes to the server at `to`, with the path or without it. */
export type Place = { path: string; to: string; strips: boolean };

/**
 * A reverse proxy with other programs beside Adwarden. `strays` are the requests that no place takes: addresses in which
 * BASE_PATH was forgotten.
 */
export async function openPathProxy(places: Place[]) {
  const strays: string[] = [];
  const server = createServer((asked, answer) => {
    const { url = '', method, headers } = asked;
    const place = places.find(({ path }) => url === path || url.startsWith(`${path}/`));
    if (!place) {
      // Browsers ask for this one by themselves, for a page whose icon they have not read yet.
      if (url !== '/favicon.ico') strays.push(`${method} ${url}`);
      answer.writeHead(404).end('Another program');
      return;
    }
    const rest = url.slice(place.path.length) || '/';
    const { hostname, port } = new URL(place.to);
    const passed = request({ hostname, port, method, headers, path: place.strips ? rest : url });
    passed.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.rawHeaders);
      answer.flushHeaders();
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  startedServers.add(address);
  return {
    address,
    strays,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type PathProxy = Awaited<ReturnType<typeof openPathProxy>>;
