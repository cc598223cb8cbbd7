import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createEdgeAnswers } from './stream.edges.ts';

/* Edges that may follow an office from another machine. edges.test.ts tests what an edge gets. */

const key = Buffer.alloc(32, 7).toString('base64');
const headers = {
  authorization: `Bearer ${key}`,
  'adwarden-stream-version': '1',
  'adwarden-edge': 'oslo-1',
  'adwarden-edge-process': '2',
  'adwarden-edge-version': '1.4.0',
};
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

type Office = Partial<Parameters<typeof createEdgeAnswers>[0]>;

/** Opens an office on a port; returns a function that asks it, and the list of calls that reached the stream. */
async function openOffice(over: Office = {}) {
  const answer = vi.fn((_request, response) => response.writeHead(204).end());
  const warn = vi.fn();
  const mayAnswer = createEdgeAnswers({
    keys: ['other', key],
    networks: [],
    trustProxy: [],
    isBehindAds: false,
    ...over,
    answer,
    logger: pino({}, { write: warn }),
  });
  const server = createServer((asked, response) => {
    if (!mayAnswer(asked, response)) response.writeHead(418).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  async function ask(more: IncomingHttpHeaders = {}, path = '/stream?seq=1') {
    const sent = request({ port, path, headers: { ...headers, ...more }, agent: false }).end();
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return [response.statusCode, text && JSON.parse(text).message];
  }
  return { ask, answer, warn };
}

it('an edge with a key reaches the stream, under its name', async () => {
  const { ask, answer, warn } = await openOffice();
  expect(await ask()).toEqual([204, '']);
  const edge = { name: 'oslo-1', process: 2, version: '1.4.0' };
  expect(answer.mock.lastCall?.[2 as never]).toEqual(edge);
  expect(warn).not.toHaveBeenCalled();
});

it('other paths are not for edges', async () => {
  const { ask } = await openOffice();
  expect((await ask({}, '/streams'))[0]).toBe(418);
  expect((await ask({}, '/stream/usage'))[0]).toBe(204);
});

it.each<[string, Office, IncomingHttpHeaders, number, RegExp]>([
  ['without EDGE_KEYS', { keys: [] }, {}, 404, /EDGE_KEYS is not set/],
  ['without a key', {}, { authorization: '' }, 401, /no key/],
  ['with another key', {}, { authorization: `Bearer ${key.slice(1)}` }, 401, /no key/],
  ['with two keys in one', {}, { authorization: `Bearer other,${key}` }, 401, /no key/],
  ['of another version', {}, { 'adwarden-stream-version': '2' }, 409, /version 1 .* version 2/],
  ['with a name for people to see', {}, { 'adwarden-edge': '<b>' }, 400, /must say its name/],
  ['with a long name', {}, { 'adwarden-edge': 'x'.repeat(65) }, 400, /must say its name/],
  ['forwarded by somebody', {}, { 'x-forwarded-for': '127.0.0.1' }, 403, /HTTPS/],
  ['to another host', {}, { host: 'office.example.com' }, 403, /HTTPS/],
  [
    'that says itself that it came over HTTPS',
    {},
    { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' },
    403,
    /HTTPS/,
  ],
  [
    'that came over HTTP to a trusted proxy',
    { trustProxy: ['127.0.0.1'] },
    { 'x-forwarded-proto': 'http', 'x-forwarded-for': '192.0.2.1' },
    403,
    /HTTPS/,
  ],
  [
    'that lied to a trusted proxy',
    { trustProxy: ['127.0.0.1'] },
    { 'x-forwarded-proto': 'https, http', 'x-forwarded-for': '192.0.2.1' },
    403,
    /HTTPS/,
  ],
  [
    'passed on by an ads process, over HTTP',
    { isBehindAds: true },
    { 'x-forwarded-for': '127.0.0.1', 'adwarden-peer': '192.0.2.1' },
    403,
    /HTTPS/,
  ],
  [
    'whose peer nobody knows',
    { isBehindAds: true, networks: ['10.0.0.0/8'] },
    { 'adwarden-peer': 'unknown' },
    403,
    /HTTPS/,
  ],
  [
    'that names a peer of its own',
    { networks: ['10.0.0.0/8'] },
    { 'adwarden-peer': '10.0.0.1', host: 'office' },
    403,
    /HTTPS/,
  ],
  [
    'forwarded within an own network',
    { networks: ['127.0.0.0/8'] },
    { 'x-forwarded-for': '192.0.2.1', host: 'office' },
    403,
    /HTTPS/,
  ],
  [
    'from another network than the own one, passed on by an ads process',
    { isBehindAds: true, networks: ['10.0.0.0/8'] },
    { 'adwarden-peer': '192.0.2.1', host: 'office' },
    403,
    /HTTPS/,
  ],
])('an edge is refused %s', async (_, office, more, status, message) => {
  const { ask, answer, warn } = await openOffice(office);
  expect(await ask(more)).toEqual([status, expect.stringMatching(message)]);
  expect(await ask(more), 'and said once in the log').toHaveLength(2);
  expect(answer).not.toHaveBeenCalled();
  expect(warn).toHaveBeenCalledOnce();
});

it.each<[string, Office, IncomingHttpHeaders]>([
  [
    'over HTTPS to a trusted proxy',
    { trustProxy: ['127.0.0.1'] },
    { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1', host: 'office.example.com' },
  ],
  [
    'over HTTPS, passed on by an ads process',
    { isBehindAds: true, trustProxy: ['10.0.0.0/8'] },
    {
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '192.0.2.1',
      'adwarden-peer': '[::ffff:10.0.0.3]:443',
      host: 'a.example',
    },
  ],
  [
    'from this machine, passed on by an ads process',
    { isBehindAds: true },
    { 'adwarden-peer': '::ffff:127.0.0.1' },
  ],
  ['from an own network', { networks: ['127.0.0.0/8'] }, { host: 'office' }],
  [
    'from an own network, passed on by an ads process',
    { isBehindAds: true, networks: ['10.0.0.0/8', '192.0.2.7'] },
    { 'adwarden-peer': '192.0.2.7', host: 'office' },
  ],
])('an edge may come %s', async (_, office, more) => {
  const { ask } = await openOffice(office);
  expect(await ask(more)).toEqual([204, '']);
});
