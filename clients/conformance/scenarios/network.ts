import {
  cached,
  type Network,
  nothing,
  type Opened,
  on,
  refusal,
  type Scenario,
  type Step,
  startedBefore,
} from '../scenario.ts';

const html = '<!doctype html><title>Welcome to our hotel</title><p>Please sign in.</p>';
/** The time of a request that is never answered. The next one is, in this time. */
const short = { timeout: 2_000 };

const foreign = (name: string, network: Network, opened: Opened = {}): Scenario[] => [
  {
    name: `${name}, with a stored answer`,
    steps: [
      ...startedBefore,
      { network },
      { open: opened },
      { expect: cached },
      { settle: true },
      { expect: { ...cached, changes: 1 } },
      // It asks again after a second, or one and a half.
      { network: 'pass' },
      { advance: 2 },
      { expect: { ...on, isFromCache: false, changes: 1 } },
    ],
  },
  {
    name: `${name}, at the first start`,
    steps: [
      { network },
      { open: opened },
      { settle: true },
      { expect: { ...nothing, changes: 0 } },
      { network: 'pass' },
      { advance: 2 },
      { expect: { ...on, changes: 1 } },
    ],
  },
];

/** Answers of others on the way: sign-in pages, proxies, firewalls. Each may have any status. */
const strangers: [string, Network][] = [
  ...[400, 401, 402, 403, 404, 407, 418, 429, 451, 500, 502, 503, 504, 511].map(
    (status): [string, Network] => [`${status} with HTML`, { status, body: html }],
  ),
  ...['Basic realm="hotel"', 'Digest realm="hotel", nonce="1"', 'Bearer realm="Adwarden"'].map(
    (challenge): [string, Network] => [
      `401 with ${challenge}`,
      { status: 401, headers: { 'www-authenticate': challenge }, body: html },
    ],
  ),
  ['401 with Retry-After', { status: 401, headers: { 'retry-after': '3600' }, body: html }],
  ['503 with Retry-After', { status: 503, headers: { 'retry-after': '3600' }, body: html }],
  ['401 without a body', { status: 401 }],
  ...[
    '{"success":false}',
    '{"status":"error"}',
    '{"status":"error","success":"false"}',
    '{"status":"error","success":true}',
    '{"status":"Error","success":false}',
    '{"data":{"status":"error","success":false}}',
    '[{"status":"error","success":false}]',
    '{"status":"error","success":false',
  ].map((body): [string, Network] => [`401 with ${body}`, { status: 401, body }]),
];

const bytesOf = (answer: string) => answer.replaceAll('\n', '\r\n');
/** Answers that are no HTTP, or hardly. */
const odd: [string, string][] = [
  ...['000', '099', '600', '999'].map((status): [string, string] => [
    `the status ${status}`,
    `HTTP/1.1 ${status} Odd\nContent-Length: 2\n\n{}`,
  ]),
  ['the status 99999', 'HTTP/1.1 99999 Odd\nContent-Length: 2\n\n{}'],
  ['a status that is a word', 'HTTP/1.1 yes Odd\nContent-Length: 2\n\n{}'],
  ['a greeting of SSH', 'SSH-2.0-OpenSSH_9.2\n'],
  ['a negative length', 'HTTP/1.1 200 OK\nContent-Length: -1\n\n{}'],
  ['a length that is a word', 'HTTP/1.1 200 OK\nContent-Length: two\n\n{}'],
  ['a length of 40 digits', `HTTP/1.1 200 OK\nContent-Length: ${'9'.repeat(40)}\n\n{}`],
  ['a chunk of no number', 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nzz\n{}\n0\n\n'],
  ['gzip that is none', 'HTTP/1.1 200 OK\nContent-Encoding: gzip\nContent-Length: 2\n\n{}'],
  ['no headers', 'HTTP/1.1 200 OK\n\n'],
];
const trailer = 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\n{}\n0\nX-Later: 1\n\n';

/** Demands of a 401 that a client must survive. */
const demands = ['NTLM', 'Negotiate', 'Basic', 'Digest', 'NTLM, Basic realm="x"', ','];

const json = (value: unknown): Network => ({ status: 200, body: JSON.stringify(value) });

/** Faults of one request on its way. The client keeps the stored answer, and sends the request again. */
export const networkScenarios: Scenario[] = [
  ...foreign('no answer: the connection breaks', { fault: 'drop' }),
  ...foreign('a server that never answers', { fault: 'hang' }, short),
  ...foreign('one byte at a time, without an end', { fault: 'drip' }, short),
  ...foreign('half an answer', { fault: 'cut' }),
  ...foreign('an answer that is shorter than its length', { fault: 'short' }),
  ...foreign('an answer with other bytes', { fault: 'garble' }),
  ...foreign('500', refusal(500)),
  ...foreign('502 with HTML', { status: 502, body: html }),
  ...foreign('503', refusal(503)),
  ...foreign('429', refusal(429)),
  ...foreign('400', refusal(400)),
  ...foreign('404', { status: 404, body: html }),
  ...foreign('a sign-in page of a hotel', { status: 200, body: html }),
  ...foreign('a redirect to a sign-in page', { status: 302, headers: { location: '/sign-in' } }),
  ...foreign('a redirect without an address', { status: 301 }),
  ...foreign('a redirect to itself', { status: 307, headers: { location: '?' } }),
  ...foreign('an empty 200', { status: 200, body: '' }),
  ...foreign('204', { status: 204 }),
  ...foreign('a list', json([1, 2, 3])),
  ...foreign('a number', json(1e99)),
  ...foreign('the answer for another app', { data: { appID: 'another' } }),
  ...foreign('an unknown verdict', { data: { adsStatus: 'maybe' } }),
  ...foreign('success: false', json({ success: false, data: null })),
  ...foreign('data that is null', json({ success: true, data: null })),
  ...foreign('deep brackets', { status: 200, body: '['.repeat(60_000) }),
  ...foreign('a body without an end', { status: 200, body: ' '.repeat(1_000_000) }),
  ...strangers.map(
    ([name, network]): Scenario => ({
      name: `${name}, which is not of the server: nobody is refused, and an app that reads has ads within 15 s`,
      steps: [
        { network },
        // Foundation on Linux ends no request that demands a password, so each takes this time.
        { open: { timeout: 10_000 } },
        ...Array.from({ length: 20 }, (): Step[] => [{ advance: 5 }, { expect: {} }]).flat(),
        { settle: true },
        { expect: { ...nothing, cause: ['not-ours', 'no-answer'] } },
        { network: 'pass' },
        ...Array.from({ length: 3 }, (): Step[] => [{ advance: 5 }, { expect: {} }]).flat(),
        { settle: true },
        { expect: on },
      ],
    }),
  ),
  ...odd.flatMap(([name, answer]) => foreign(name, { raw: bytesOf(answer) })),
  {
    name: 'a header after the last chunk: the next answer is taken',
    unable: { swift: 'Foundation on Linux ends the process, before its delegate hears of it' },
    steps: [
      { network: { raw: bytesOf(trailer) } },
      { open: {} },
      { settle: true },
      { expect: nothing },
      { network: 'pass' },
      { advance: 2 },
      { expect: on },
    ],
  },
  ...demands.map(
    (demand): Scenario => ({
      name: `401 with the demand ${demand}, which is not of the server: the next answer is taken`,
      unable: { swift: 'Foundation on Linux ends the process, before its delegate hears of it' },
      steps: [
        { network: { status: 401, headers: { 'www-authenticate': demand }, body: html } },
        { open: {} },
        { settle: true },
        { expect: { ...nothing, cause: ['not-ours', 'no-answer'] } },
        { network: 'pass' },
        { advance: 2 },
        { expect: on },
      ],
    }),
  ),
  {
    name: 'a 401 of the hotel, and two days of it: the stored answer stays',
    unable: {
      swift: 'Foundation on Linux ends no request that demands a password: each takes 10 s',
    },
    steps: [
      ...startedBefore,
      { network: { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: html } },
      { open: {} },
      { advance: 50 * 3_600 },
      { expect: cached },
    ],
  },
  ...[200, 403, 404, 418, 503].map(
    (status): Scenario => ({
      name: `a refusal in the server's envelope with the status ${status}: it is asked less often`,
      steps: [
        { network: refusal(status, { 'retry-after': '300' }) },
        { open: {} },
        { advance: 290 },
        { expect: { ...nothing, cause: 'refused' } },
        { settle: true },
        { requests: 1 },
      ],
    }),
  ),
  {
    name: "a 401 in the server's envelope counts, whatever it demands",
    unable: { swift: 'Foundation on Linux ends no request that demands a password' },
    steps: [
      { network: refusal(401, { 'www-authenticate': 'Basic realm="x"' }) },
      { open: {} },
      { settle: true },
      { expect: { reason: 'unauthorized', cause: 'unauthorized' } },
      { advance: 3_500 },
      { requests: 1 },
    ],
  },
];
