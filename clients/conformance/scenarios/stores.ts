import { cached, nothing, on, type Scenario, type Step, startedBefore } from '../scenario.ts';

const year = 365 * 86_400;
const damaged = [
  'empty',
  'half',
  'noise',
  'later-format',
  'other-app',
  'too-long',
  'wrong-types',
] as const;
const offline: Step = { network: { fault: 'drop' } };

/** Broken stores and wrong clocks. */
export const storeScenarios: Scenario[] = [
  ...damaged.map((file) => ({
    name: `a stored file that is ${file}: as if nothing were stored, and it is replaced`,
    steps: [
      ...startedBefore,
      { file },
      offline,
      { open: {} },
      { settle: true },
      { expect: nothing },
      { network: 'pass' },
      { advance: 2 },
      { expect: on },
      { close: 'a' },
      offline,
      { open: {} },
      { expect: cached },
    ] satisfies Step[],
  })),
  {
    name: 'a store that is full: the client works from memory',
    steps: [
      { store: 'full' },
      { open: {} },
      { settle: true },
      { expect: on },
      { advance: 40 },
      { expect: on },
      { close: 'a' },
      offline,
      { open: {} },
      { settle: true },
      { expect: nothing },
    ],
  },
  {
    name: 'a store that becomes full keeps the answer before',
    steps: [
      ...startedBefore,
      { store: 'full' },
      { server: { adsStatus: 'off' } },
      { open: {} },
      { settle: true },
      { expect: { adsStatus: 'off' } },
      { close: 'a' },
      { store: 'works' },
      offline,
      { open: {} },
      { expect: cached },
    ],
  },
  {
    name: 'a store that cannot be read: as if nothing were stored',
    steps: [
      ...startedBefore,
      { store: 'unreadable' },
      { open: {} },
      { settle: true },
      { expect: { ...on, isFromCache: false } },
    ],
  },
  {
    name: 'a store that takes longer than a second: as if nothing were stored',
    steps: [
      ...startedBefore,
      { store: 'slow' },
      { network: { delay: 500 } },
      { open: {} },
      { expect: nothing },
      { settle: true },
      { lastRequest: { hasTag: false } },
      { expect: { ...on, isFromCache: false } },
    ],
  },
  {
    name: 'a stored ETag that no header can have is not sent',
    steps: [
      ...startedBefore,
      { record: { etag: '"x"\r\nCookie: y' } },
      { network: { delay: 500 } },
      { open: {} },
      { expect: cached },
      { settle: true },
      { lastRequest: { hasTag: false } },
      { expect: { ...on, isFromCache: false } },
    ],
  },
  {
    name: 'a clock that is a year slow at the next start asks at once',
    steps: [
      ...startedBefore,
      { jump: -year },
      { open: {} },
      { settle: true },
      { requests: 2 },
      { expect: on },
    ],
  },
  {
    name: 'a clock that jumps back while the client runs does not stop it',
    steps: [
      { open: {} },
      { settle: true },
      { jump: -year },
      { advance: 31 },
      { expect: on },
      { settle: true },
      { requests: 2 },
    ],
  },
  {
    name: 'a clock that jumps ahead while the client runs asks no more often',
    steps: [
      { open: {} },
      { settle: true },
      { jump: year },
      { expect: on },
      { settle: true },
      { requests: 1 },
    ],
  },
  {
    name: 'a 401 in the future: the clock was wrong, and the 24 hours begin now',
    steps: [
      ...startedBefore,
      { record: { refusedAt: 4_000_000_000_000 } },
      { network: { status: 401 } },
      { open: {} },
      { settle: true },
      { expect: cached },
      { advance: 27 * 3_600 },
      { expect: { adsStatus: 'off', reason: 'unauthorized' } },
    ],
  },
];
