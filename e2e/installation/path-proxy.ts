import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx } from '../../deploy/programs/find-nginx.ts';
import { freePort } from '../../deploy/programs/free-port.ts';
import { startNginx } from '../../deploy/test/nginx.ts';
import { startedServers } from '../support/server-process.ts';

/** A place of the proxy: what is below `path` goes to the server at `to`, with the path or without it. */
export type Place = { path: string; to: string; strips: boolean };

export type PathProxy = {
  address: string;
  /** Returns the requests that no place takes: addresses in which BASE_PATH was forgotten. */
  strays(): string[];
  close(): Promise<void>;
};

/**
 * Opens a reverse proxy with another program beside Adwarden: the real nginx with the lines of docs/operate.md. Where there
 * is no nginx, a plain one of our own.
 */
export const openPathProxy = (places: Place[]): Promise<PathProxy> =>
  findNginx() ? openNginx(places) : openPlainProxy(places);

/** Browsers ask for this one by themselves, for a page whose icon they have not read yet. */
const isStray = (asked: string) => !/^GET \/favicon\.ico\b/.test(asked);

async function openNginx(places: Place[]): Promise<PathProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-strays-'));
  const log = join(folder, 'strays.log');
  const port = await freePort();
  const locations = places.map(
    ({ path, to, strips }) =>
      `location ${path}/ {
         include adwarden/to-node.conf;
         client_max_body_size 128m;
         proxy_pass ${to}${strips ? '/' : ''};
       }`,
  );
  const another = `location / { access_log ${log}; return 404 "Another program"; }`;
  const here = `server { listen 127.0.0.1:${port}; ${[...locations, another].join('\n')} }`;
  const nginx = await startNginx({ nodes: [port], callers: (text) => `${text}\n${here}` });
  const address = `http://127.0.0.1:${port}`;
  startedServers.add(address);
  return {
    address,
    strays: () =>
      [...readFileSync(log, 'utf8').matchAll(/"([A-Z]+ \S+) HTTP/g)]
        .map(([, asked = '']) => asked)
        .filter(isStray),
    async close() {
      await nginx.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPlainProxy(places: Place[]): Promise<PathProxy> {
  const asked: string[] = [];
  const server = createServer((incoming, answer) => {
    const { url = '', method, headers } = incoming;
    const place = places.find(({ path }) => url === path || url.startsWith(`${path}/`));
    if (!place) {
      asked.push(`${method} ${url}`);
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
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  startedServers.add(address);
  return {
    address,
    strays: () => asked.filter(isStray),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
