import {
  cached,
  nothing,
  on,
  otherUnit,
  refusal,
  type Scenario,
  type Step,
  startedBefore,
} from '../scenario.ts';

/** An app that reads its values every `every` seconds. */
const reading = (times: number, every: number): Step[] =>
  Array.from({ length: times }, (): Step[] => [{ advance: every }, { expect: {} }]).flat();

/** An app that starts its client every 5 s, each time with the other of two tokens. */
const turns = (times: number): Step[] =>
  Array.from({ length: times }, (_, turn): Step[] => [
    { open: { client: 'b', token: turn % 2 ? 'x' : 'y', isHeard: false } },
    { settle: true },
    { advance: 5 },
  ]).flat();

/** Tunnels, apps that come to the foreground, what an app asks for, and listeners. */
export const wakingScenarios: Scenario[] = [
  {
    name: 'offline for 4.5 minutes, and back: an app that reads has ads within 15 s',
    steps: [
      { network: { fault: 'drop' } },
      { open: {} },
      ...reading(54, 5),
      { expect: nothing },
      { network: 'pass' },
      ...reading(3, 5),
      { settle: true },
      { expect: on },
    ],
  },
  {
    name: 'offline for 4.5 minutes: an app that reads asks every 8 s at most',
    unable: { java: 'the HttpURLConnection of a JVM sends each broken request twice' },
    steps: [
      { network: { fault: 'drop' } },
      { open: {} },
      ...reading(54, 5),
      { settle: true },
      { requests: [10, 40] },
    ],
  },
  {
    name: 'offline for 4.5 minutes, and back: an app that wakes up has ads at once',
    steps: [
      { network: { fault: 'drop' } },
      { open: {} },
      { advance: 270 },
      { network: 'pass' },
      { wake: 'a' },
      { settle: true },
      { expect: on },
    ],
  },
  {
    name: 'offline, and nothing is read: asked again within a minute and a half',
    steps: [
      { network: { fault: 'drop' } },
      { open: {} },
      { advance: 600 },
      { network: 'pass' },
      { advance: 91 },
      { expect: on },
    ],
  },
  {
    name: 'waking up within max-age asks nobody, after it it does',
    steps: [
      { open: {} },
      { settle: true },
      { advance: 5 },
      { wake: 'a' },
      { settle: true },
      { requests: 1 },
      { close: 'a' },
      { open: { isHeard: false } },
      { settle: true },
      { advance: 3_600 },
      { requests: 1 },
      { wake: 'a' },
      { settle: true },
      { requests: 2 },
    ],
  },
  {
    name: 'waking up and refreshing a hundred times while offline: once a second at most',
    steps: [
      { network: { fault: 'drop' } },
      { open: { isHeard: false } },
      { settle: true },
      ...Array.from({ length: 100 }, (): Step[] => [
        { wake: 'a' },
        { refresh: 'a' },
        { settle: true },
        { advance: 0.02 },
      ]).flat(),
      { requests: [2, 4] },
    ],
  },
  ...[503, 401].map((status) => ({
    name: `waking up and refreshing do not shorten the wait after a ${status}`,
    steps: [
      ...startedBefore,
      { network: refusal(status, { 'retry-after': '300' }) },
      { open: {} },
      { settle: true },
      { requests: 2 },
      { advance: 200 },
      { wake: 'a' },
      { refresh: 'a' },
      { settle: true },
      { requests: 2 },
    ] satisfies Step[],
  })),
  {
    name: 'a refresh asks within max-age',
    steps: [
      { open: {} },
      { settle: true },
      { server: { googleBanner1: otherUnit } },
      { advance: 5 },
      { refresh: 'a' },
      { settle: true },
      { expect: { units: { googleBanner1: otherUnit } } },
      { requests: 2 },
    ],
  },
  {
    name: 'ready: with the first answer',
    steps: [
      { network: { delay: 300 } },
      { open: {} },
      { ready: 60_000, is: true },
      { expect: on },
      { ready: 1, is: true },
    ],
  },
  {
    name: 'ready: the stored answer alone is not enough, and a slow server is not waited for',
    steps: [
      ...startedBefore,
      { network: { delay: 4_000 } },
      { open: {} },
      { ready: 100, is: false },
      { expect: cached },
      { settle: true },
      { ready: 100, is: true },
    ],
  },
  {
    name: 'ready: not while offline',
    steps: [{ network: { fault: 'drop' } }, { open: {} }, { ready: 60_000, is: false }],
  },
  {
    name: 'ready: at once, when the stored answer is new',
    steps: [
      { open: {} },
      { settle: true },
      { close: 'a' },
      { advance: 10 },
      { network: { fault: 'hang' } },
      { open: {} },
      { ready: 5_000, is: true },
      { requests: 1 },
    ],
  },
  {
    name: 'a listener that is added after the answer is called once',
    steps: [
      { open: { isHeard: false } },
      { settle: true },
      { listen: 'a' },
      { settle: true },
      { expect: { ...on, changes: 1 } },
    ],
  },
  {
    name: 'a listener without readers: the answer is kept fresh',
    steps: [
      { open: {} },
      { settle: true },
      { server: { googleBanner1: otherUnit } },
      { advance: 50 },
      { settle: true },
      { requests: 2 },
      { expect: { units: { googleBanner1: otherUnit }, changes: 2 } },
    ],
  },
  {
    name: 'a listener and no reader for six hours: asked ever more rarely, every ten minutes at least',
    steps: [{ open: {} }, { advance: 6 * 3_600 }, { settle: true }, { requests: [30, 45] }],
  },
  {
    name: 'a listener, and a value that is read after hours: kept fresh from then on',
    steps: [
      { open: {} },
      { advance: 3 * 3_600 },
      { expect: { changes: 1 } },
      { settle: true },
      { server: { googleBanner1: otherUnit } },
      { advance: 37 },
      { expect: { units: { googleBanner1: otherUnit }, changes: 2 } },
    ],
  },
  {
    name: 'a listener, and a wake-up after hours: kept fresh from then on',
    steps: [
      { open: {} },
      { advance: 3 * 3_600 },
      { wake: 'a' },
      { settle: true },
      { server: { googleBanner1: otherUnit } },
      { advance: 37 },
      { expect: { units: { googleBanner1: otherUnit }, changes: 2 } },
    ],
  },
  {
    name: 'two tokens by turns do not shorten the wait that the server asks for',
    steps: [
      { network: refusal(503, { 'retry-after': '300' }) },
      { open: { isHeard: false } },
      { settle: true },
      ...turns(20),
      { requests: 1 },
      { open: { client: 'b', isHeard: false } },
      { network: 'pass' },
      { advance: 360 },
      { requests: 2 },
      { expect: on },
    ],
  },
  {
    name: 'another token, while the request of the first is refused with a wait: the wait holds',
    steps: [
      { network: { ...(refusal(503, { 'retry-after': '300' }) as object), delay: 500 } },
      { open: {} },
      { open: { client: 'b', token: 'y' } },
      { settle: true },
      { advance: 290 },
      { requests: 1 },
    ],
  },
  {
    name: 'two wrong tokens by turns: each at once, then one request a minute',
    steps: [
      { open: { token: 'x' } },
      { settle: true },
      { open: { client: 'b', token: 'y' } },
      { settle: true },
      { requests: 2 },
      ...turns(20),
      { requests: [2, 4] },
    ],
  },
  {
    name: 'a thread for listeners that throws does no harm',
    steps: [
      { open: { hasBrokenThread: true } },
      { settle: true },
      { expect: on },
      { advance: 37 },
      { settle: true },
      { expect: on },
    ],
  },
  {
    name: 'no thread can be started for a while: the client goes on afterwards',
    steps: [
      ...startedBefore,
      { threads: 'none' },
      { open: {} },
      { settle: true },
      { advance: 5 },
      { threads: 'work' },
      { advance: 120 },
      { expect: { ...on, isFromCache: false } },
    ],
  },
];
