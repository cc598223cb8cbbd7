import { cached, type Network, nothing, on, type Scenario, startedBefore } from '../scenario.ts';

const html = '<!doctype html><title>Welcome to our hotel</title><p>Please sign in.</p>';
const foreign = (name: string, network: Network, timeout = 10_000): Scenario[] => [
  {
    name: `${name}, with a stored answer`,
    steps: [
      ...startedBefore,
      { network },
      { open: { timeout } },
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
      { open: { timeout } },
      { settle: true },
      { expect: { ...nothing, changes: 0 } },
      { network: 'pass' },
      { advance: 2 },
      { expect: { ...on, changes: 1 } },
    ],
  },
];

const json = (value: unknown): Network => ({ status: 200, body: JSON.stringify(value) });

/** What can go wrong with one request on its way. The client keeps the stored answer, and sends the request again. */
export const networkScenarios: Scenario[] = [
  ...foreign('no answer: the connection breaks', { fault: 'drop' }),
  ...foreign('a server that never answers', { fault: 'hang' }, 300),
  ...foreign('one byte at a time, without an end', { fault: 'drip' }, 300),
  ...foreign('half an answer', { fault: 'cut' }),
  ...foreign('an answer that is shorter than its length', { fault: 'short' }),
  ...foreign('an answer with other bytes', { fault: 'garble' }),
  ...foreign('500', { status: 500, body: '{"success":false}' }),
  ...foreign('502 with HTML', { status: 502, body: html }),
  ...foreign('503', { status: 503 }),
  ...foreign('429', { status: 429 }),
  ...foreign('400', { status: 400, body: '{"success":false}' }),
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
];
