import { cached, on, type Scenario, type Step, startedBefore, unit } from '../scenario.ts';

const hour = 3_600;
const off = (reason: string) =>
  ({ adsStatus: 'off', reason, units: { googleBanner1: null } }) as const;
/** The client asks once more, and its values are read. */
const later: Step[] = [{ advance: 31 }, { expect: {} }, { settle: true }];

/** What the back office does to an app, refusals, and waiting. */
export const stateScenarios: Scenario[] = [
  {
    name: 'ads are switched off and on again',
    steps: [
      // So that the listener is there before the first answer.
      { network: [{ delay: 500 }, 'pass'] },
      { open: {} },
      { settle: true },
      { server: { adsStatus: 'off' } },
      ...later,
      { expect: { ...off('ads-off'), changes: 2 } },
      { server: { adsStatus: 'on' } },
      ...later,
      { expect: { ...on, changes: 3 } },
    ],
  },
  {
    name: 'a pause and its end',
    steps: [
      { open: {} },
      { settle: true },
      { server: 'pause' },
      ...later,
      { expect: off('paused') },
      { server: 'resume' },
      ...later,
      { expect: on },
    ],
  },
  {
    name: 'a suspended app, also offline',
    steps: [
      { server: { appStatus: 'suspend' } },
      { open: {} },
      { settle: true },
      { expect: off('suspended') },
      { close: 'a' },
      { network: { fault: 'drop' } },
      { advance: 60 },
      { open: {} },
      { expect: { ...off('suspended'), isFromCache: true } },
    ],
  },
  {
    name: 'a rotated token: the old one still works',
    steps: [...startedBefore, { server: 'rotate' }, { open: {} }, { settle: true }, { expect: on }],
  },
  {
    name: 'a wrong token at the first start',
    steps: [
      { open: { token: 'x'.repeat(32) } },
      { settle: true },
      { expect: off('unauthorized') },
      { advance: hour - 60 },
      { requests: 1 },
      { advance: hour },
      { requests: 2 },
    ],
  },
  {
    name: 'a deleted app: 24 hours of the stored answer, then off, also after a restart',
    steps: [
      ...startedBefore,
      { server: 'delete' },
      { open: {} },
      { settle: true },
      { expect: cached },
      { advance: 23 * hour },
      { expect: { ...cached, changes: 0 } },
      { close: 'a' },
      { open: {} },
      { settle: true },
      { expect: cached },
      { advance: 3 * hour },
      { expect: { ...off('unauthorized'), changes: 1 } },
    ],
  },
  {
    name: '401 asks again after an hour, and a good answer ends it',
    steps: [
      ...startedBefore,
      { network: { status: 401, headers: { 'www-authenticate': 'Bearer realm="x"' } } },
      { open: {} },
      { settle: true },
      { expect: cached },
      { advance: hour - 10 },
      { requests: 2 },
      { network: 'pass' },
      { advance: hour },
      { requests: 3 },
      { expect: { ...on, isFromCache: false } },
      { advance: 30 * hour },
      { expect: on },
    ],
  },
  {
    name: '401 without a challenge, and failures between: the 24 hours go on',
    steps: [
      ...startedBefore,
      { network: [{ status: 401 }, { status: 500 }, { status: 401 }] },
      { open: {} },
      { advance: 27 * hour },
      { expect: off('unauthorized') },
    ],
  },
  {
    name: '401 and then only failures: the listener is called when the 24 hours are over',
    steps: [
      ...startedBefore,
      { network: [{ status: 401 }, { status: 500 }] },
      { open: {} },
      { advance: 23 * hour },
      { expect: { ...cached, changes: 0 } },
      { advance: 2 * hour },
      { expect: { ...off('unauthorized'), changes: 1 } },
    ],
  },
  {
    name: 'a server that breaks each connection gets at most 8 requests in ten minutes',
    steps: [
      { network: { fault: 'drop' } },
      { open: {} },
      { advance: 600 },
      // The HttpURLConnection of a JVM sends two each time, so a client may try half as often.
      { requests: [4, 8] },
    ],
  },
  {
    name: 'waits of 1, 2, 4 … 64 s, and then ten minutes',
    steps: [
      { network: { status: 500 } },
      { open: {} },
      { settle: true },
      { requests: 1 },
      { advance: 0.9 },
      { requests: 1 },
      { advance: 0.7 },
      { requests: 2 },
      { advance: 1.3 },
      { requests: 2 },
      { advance: 1.8 },
      { requests: 3 },
      { advance: 595 },
      { requests: 8 },
      { advance: 1_100 },
      { requests: [9, 10] },
    ],
  },
  {
    name: 'reading values does not shorten the waits',
    steps: [
      { network: { status: 500 } },
      { open: {} },
      { settle: true },
      { crowd: 4 },
      { settle: true },
      { requests: 1 },
    ],
  },
  ...['120', 'date'].map((value) => ({
    name: `503 with Retry-After: ${value === 'date' ? 'a date in two minutes' : value}`,
    steps: [
      {
        network: [
          { status: 503, headers: { 'retry-after': value === 'date' ? '{in 120 s}' : value } },
          'pass',
        ],
      },
      { open: {} },
      { settle: true },
      { advance: 115 },
      { requests: 1 },
      { advance: 70 },
      { requests: 2 },
      { expect: on },
    ] satisfies Step[],
  })),
  {
    name: '429 with a Retry-After that is nonsense: the usual wait',
    steps: [
      { network: [{ status: 429, headers: { 'retry-after': 'soon, -5' } }, 'pass'] },
      { open: {} },
      { settle: true },
      { advance: 2 },
      { expect: on },
    ],
  },
  {
    name: 'Retry-After: 0 does not make it faster',
    steps: [
      { network: { status: 503, headers: { 'retry-after': '0' } } },
      { open: {} },
      { settle: true },
      { advance: 600 },
      { requests: 8 },
    ],
  },
  {
    name: 'two starts at once: one request',
    steps: [
      { network: { delay: 200 } },
      { open: {} },
      { open: { client: 'b' } },
      { settle: true },
      { requests: 1 },
      { expect: { units: { googleBanner1: unit } }, client: 'b' },
      { expect: on },
    ],
  },
];
