import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The reaction of a service to a request: an answer, or a kind of failure. */
export type Behaviour =
  | { status?: number; body: unknown; afterMs?: number }
  | 'hangs'
  | 'breaks off'
  | 'never ends';

const clean = { vpn: false, proxy: false, tor: false, relay: false };

/** Builds an answer of ipinfo.io Lite. */
export const ipinfoSays = (country_code: string): Behaviour => ({
  body: { ip: '1.2.3.4', asn: 'AS1', country_code, country: 'Somewhere', continent_code: 'XX' },
});
/** Builds an answer of vpnapi.io. */
export const vpnapiSays = (security: object): Behaviour => ({
  body: { ip: '1.2.3.4', security: { ...clean, ...security }, location: { country_code: 'XX' } },
});

/** Opens a server that replaces ipinfo.io and vpnapi.io in tests: it answers like them, or fails when the test says so. */
export async function openOutsideServices() {
  const asked: { service: 'ipinfo' | 'vpnapi'; address: string; key: string }[] = [];
  /** Questions that wait for an answer, and how many did at the most. */
  const waiting = { now: 0, most: 0 };
  let behave = {
    ipinfo: (_address: string): Behaviour => ipinfoSays('US'),
    vpnapi: (_address: string): Behaviour => vpnapiSays({}),
  };
  const usual = behave;

  function answer(response: ServerResponse, behaviour: Behaviour): void {
    if (behaviour === 'hangs') return;
    if (behaviour === 'breaks off') {
      response.writeHead(200, { 'content-length': 1000 }).write('{"ip":');
      setTimeout(() => response.destroy(), 5);
      return;
    }
    if (behaviour === 'never ends') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(16_384)));
      };
      response.on('drain', more);
      more();
      return;
    }
    const { status = 200, body, afterMs = 0 } = behaviour;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    }, afterMs);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    waiting.now += 1;
    waiting.most = Math.max(waiting.most, waiting.now);
    response.once('close', () => {
      waiting.now -= 1;
    });
    const [, service, path, address = ''] = url.pathname.split('/').map(decodeURIComponent);
    if (service === 'ipinfo' && path === 'lite') {
      const key = (request.headers.authorization ?? '').replace('Bearer ', '');
      asked.push({ service, address, key });
      return answer(response, behave.ipinfo(address));
    }
    if (service === 'vpnapi' && path === 'api') {
      asked.push({ service, address, key: url.searchParams.get('key') ?? '' });
      return answer(response, behave.vpnapi(address));
    }
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    hosts: { ipinfo: new URL(`${base}/ipinfo/`), vpnapi: new URL(`${base}/vpnapi/`) },
    asked,
    waiting,
    /** Returns the requests about an address. */
    askedAbout: (address: string) => asked.filter((question) => question.address === address),
    /** Sets the reactions from now on; services that are not named answer normally. */
    behave(over: Partial<typeof behave> = {}) {
      behave = { ...usual, ...over };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
