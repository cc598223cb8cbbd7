import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TestSite = Awaited<ReturnType<typeof openTestSite>>;

/** The reaction of a test site to a request. */
type SiteAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** Opens a site on this machine that serves an app-ads.txt, well or badly; `answer` may be replaced at any time. */
export async function openTestSite() {
  const site = {
    answer: ((_, response) => response.writeHead(404).end()) as SiteAnswer,
    /** The paths that were asked for. */
    asked: [] as string[],
    /** Its address, such as `http://127.0.0.1:12345`. */
    address: '',

    /** Serves this text, as it should be. */
    serves(text: string | Buffer, type = 'text/plain; charset=utf-8', status = 200): void {
      site.answer = (_, response) =>
        response.writeHead(status, type ? { 'content-type': type } : {}).end(text);
    },

    /** Redirects each path that is named, and serves this text at all others. */
    redirects(to: Record<string, string>, text: string, status = 301): void {
      site.answer = ({ url = '' }, response) => {
        const location = to[url];
        if (location === undefined) response.writeHead(200, { 'content-type': 'text/plain' });
        else response.writeHead(status, { location });
        response.end(location === undefined ? text : '');
      };
    },

    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
  const server = createServer((request, response) => {
    site.asked.push(request.url ?? '');
    site.answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  site.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}
