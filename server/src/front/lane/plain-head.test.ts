import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { createRequests } from '../../../test/sockets/lane.generated.ts';
import { createPlainHeads } from './plain-head.ts';

/*
 * Node's parser reads every request that the lane takes in the same way: the same request, without a body, and nothing left
 * over.
 */

const { HTTPParser } = createRequire(import.meta.url)('_http_common');
const fields = ['if-none-match', 'x-forwarded-for', 'x-country'];
const read = createPlainHeads('/api/getAds', '/below', fields);

type Parsed = { method: string; url: string; fields: [string, string][]; isKept: boolean };

/** Reads exactly these bytes with Node's parser; null unless they are one whole request without a body. */
function parse(bytes: Buffer): Parsed | null {
  const parser = new HTTPParser();
  parser.initialize(HTTPParser.REQUEST, {}, 0, 0);
  let parsed: Parsed | null = null;
  let isComplete = false;
  // When there are many fields, Node reports the first ones early, with the URL.
  let early: string[] = [];
  let earlyUrl = '';
  parser[HTTPParser.kOnHeaders | 0] = (some: string[], url: string) => {
    early = [...early, ...some];
    earlyUrl += url;
  };
  parser[HTTPParser.kOnHeadersComplete | 0] = (
    ...[major, minor, raw, method, url, , , isUpgrade, isKept]: unknown[]
  ) => {
    if (major !== 1 || minor !== 1 || isUpgrade) return 0;
    const flat = [...early, ...((raw as string[] | undefined) ?? [])];
    parsed = {
      method: HTTPParser.methods?.[method as number] ?? String(method),
      url: earlyUrl + ((url as string | undefined) ?? ''),
      fields: flat.flatMap((name, at): [string, string][] =>
        at % 2 === 0 ? [[name.toLowerCase(), flat[at + 1] as string]] : [],
      ),
      isKept: isKept as boolean,
    };
    return 0;
  };
  parser[HTTPParser.kOnBody | 0] = () => {
    parsed = null;
  };
  parser[HTTPParser.kOnMessageComplete | 0] = () => {
    isComplete = true;
  };
  const result = parser.execute(bytes, 0, bytes.length);
  parser.remove?.();
  return result === bytes.length && isComplete ? parsed : null;
}

it('takes 20,000 generated heads as the parser reads them', () => {
  const next = createRequests(1);
  let taken = 0;
  for (let count = 0; count < Number(process.env.ADWARDEN_HEADS ?? 20_000); count += 1) {
    const bytes = Buffer.from(next(), 'latin1');
    const head = read(bytes, bytes.length);
    if (!head) continue;
    taken += 1;
    const parsed = parse(bytes.subarray(0, head.length));
    const because = JSON.stringify(bytes.toString('latin1').slice(0, 900));
    expect(parsed, because).not.toBeNull();
    const known = parsed as Parsed;
    const wanted = known.fields.filter(([name]) => fields.includes(name));
    expect([head.url, !head.isLast, head.headers], because).toEqual([
      known.url.replace(/^\/below\//, '/'),
      known.isKept,
      Object.fromEntries(wanted),
    ]);
    expect(
      known.fields.filter(([name]) => name === 'host'),
      because,
    ).toHaveLength(1);
    expect(wanted.length, because).toBe(Object.keys(head.headers).length);
  }
  expect(taken).toBeGreaterThan(4_000);
});

const plain = (text: string) => {
  const bytes = Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
  return read(bytes, bytes.length);
};

it.each([
  ['GET', 'GET /api/getAds?a=b HTTP/1.1\nHost: a\n\n', false],
  ['HEAD', 'HEAD /below/api/getAds?a=b HTTP/1.1\nhOST:a\nCONNECTION: CLOSE\n\n', true],
  ['OPTIONS', 'OPTIONS /api/getAds?a=b HTTP/1.1\nX-Y: z z\nHost: a\n\nGET /', false],
])('takes a plain %s', (method, text, isLast) => {
  expect(plain(text)).toMatchObject({ method, url: '/api/getAds?a=b', isLast });
});

it.each([
  'GET /api/getAds?a=b HTTP/1.1\nHost: a\n',
  'GET /api/getAds HTTP/1.1\nHost: a\n\n',
  'GET /api/getAdsX?a HTTP/1.1\nHost: a\n\n',
  'POST /api/getAds?a HTTP/1.1\nHost: a\n\n',
  'GET /api/getAds?a HTTP/1.0\nHost: a\n\n',
  'GET /api/getAds?a HTTP/1.1\n\n',
  'GET /api/getAds?a HTTP/1.1\nHost: a\nHost: a\n\n',
  'GET /api/getAds?a HTTP/1.1\nHost: a\nContent-Length: 0\n\n',
  'GET /api/getAds?a HTTP/1.1\nHost: a\ntransfer-encoding: chunked\n\n',
  'GET /api/getAds?a HTTP/1.1\nHost : a\n\n',
  'GET /api/getAds?a HTTP/1.1\nHost: a\nX: 1\n 2\n\n',
  'GET /api/getAds?a HTTP/1.1\nHost: a\nX: \0\n\n',
  'GET /api/getAds?a HTTP/1.1\nHost: a\nIf-None-Match: a\nif-none-match: b\n\n',
  `GET /api/getAds?a HTTP/1.1\nHost: a\n${'X: 1\n'.repeat(64)}\n`,
])('hands on %j', (text) => {
  expect(plain(text)).toBeNull();
});
