import { cached, nothing, on, otherUnit, type Scenario, startedBefore, unit } from '../scenario.ts';

/** Good answers: changes, 304, `max-age`, fields that are new, missing or of another type. */
export const answerScenarios: Scenario[] = [
  {
    name: 'first start: nothing, then the answer, and the listener is called once',
    steps: [
      { network: { delay: 500 } },
      { open: {} },
      { expect: { ...nothing, changes: 0 } },
      { settle: true },
      {
        expect: {
          ...on,
          isFromCache: false,
          changes: 1,
          units: { googleBanner1: unit, reward1: null },
        },
      },
      { requests: 1 },
      { lastRequest: { hasTag: false, userAgent: 'adwarden-' } },
    ],
  },
  {
    name: 'second start: the stored answer at once, then a 304',
    steps: [
      ...startedBefore,
      { network: { delay: 500 } },
      { open: {} },
      { expect: cached },
      { settle: true },
      { lastRequest: { hasTag: true } },
      { expect: { ...on, isFromCache: false, changes: 0 } },
      { requests: 2 },
    ],
  },
  {
    name: 'restart offline: the stored answer stays for days',
    steps: [
      ...startedBefore,
      { network: { fault: 'drop' } },
      { open: {} },
      { advance: 2 * 86_400 },
      { expect: cached },
    ],
  },
  {
    name: 'the app is changed while the client runs',
    steps: [
      { open: {} },
      { settle: true },
      { server: { googleBanner1: otherUnit, visibleExtra: 'on' } },
      { advance: 31 },
      { expect: on },
      { settle: true },
      { expect: { visibleExtra: 'on', units: { googleBanner1: otherUnit }, changes: 2 } },
      { requests: 2 },
    ],
  },
  {
    name: 'values that are read often: one request in max-age, none without reading',
    steps: [
      { open: {} },
      { settle: true },
      { crowd: 8 },
      { settle: true },
      { requests: 1 },
      { advance: 3_600 },
      { requests: 1 },
      { network: { delay: 200 } },
      { crowd: 8 },
      { settle: true },
      { requests: 2 },
    ],
  },
  {
    name: 'a restart within max-age asks nobody',
    steps: [
      { open: {} },
      { settle: true },
      { close: 'a' },
      { advance: 10 },
      { open: {} },
      { settle: true },
      { expect: cached },
      { requests: 1 },
      { advance: 25 },
      { expect: on },
      { settle: true },
      { requests: 2 },
      { expect: { isFromCache: false } },
    ],
  },
  {
    name: 'max-age of the answer counts',
    steps: [
      { network: { headers: { 'cache-control': 'private, max-age=300' } } },
      { open: {} },
      { settle: true },
      { advance: 290 },
      { expect: on },
      { settle: true },
      { requests: 1 },
      { advance: 15 },
      { expect: on },
      { settle: true },
      { requests: 2 },
    ],
  },
  {
    name: 'max-age=0 asks at most once a second',
    steps: [
      { network: { headers: { 'cache-control': 'public, max-age=0' } } },
      { open: {} },
      { settle: true },
      { crowd: 4 },
      { settle: true },
      { requests: 1 },
      { advance: 1.1 },
      { expect: on },
      { settle: true },
      { requests: 2 },
    ],
  },
  {
    name: 'without Cache-Control it is 30 s, and without ETag there is no If-None-Match',
    steps: [
      { network: { headers: { 'cache-control': null, etag: null } } },
      { open: {} },
      { settle: true },
      { advance: 29 },
      { expect: on },
      { settle: true },
      { requests: 1 },
      { advance: 2 },
      { expect: on },
      { settle: true },
      { requests: 2 },
      { lastRequest: { hasTag: false } },
    ],
  },
  {
    name: 'unknown fields are ignored, an unknown reason is a text',
    steps: [
      { network: { data: { later: { a: [1] }, adsStatus: 'off', reason: 'a-later-one' } } },
      { open: {} },
      { settle: true },
      { expect: { adsStatus: 'off', reason: 'a-later-one', units: { googleBanner1: null } } },
    ],
  },
  {
    name: 'missing fields and fields of another type have their defaults',
    steps: [
      {
        network: {
          data: {
            reason: 5,
            visibleExtra: null,
            updatedAt: undefined,
            googleBanner2: { unit: 1 },
            googleBanner3: undefined,
            reward1: '   ',
          },
        },
      },
      { open: {} },
      { settle: true },
      {
        expect: {
          ...on,
          visibleExtra: 'off',
          updatedAt: null,
          units: { googleBanner1: unit, googleBanner2: null, googleBanner3: null, reward1: null },
        },
      },
    ],
  },
  {
    name: 'a 304 that nobody asked for',
    steps: [
      { network: [{ status: 304, headers: { etag: '"x"' } }, 'pass'] },
      { open: {} },
      { settle: true },
      { expect: nothing },
      { advance: 2 },
      { expect: on },
    ],
  },
  {
    name: 'a 304 of another answer: the next request has no tag',
    steps: [
      ...startedBefore,
      { network: [{ status: 304, headers: { etag: '"of-another"' } }, 'pass'] },
      { open: {} },
      { settle: true },
      { expect: cached },
      { advance: 2 },
      { lastRequest: { hasTag: false } },
      { expect: { ...on, isFromCache: false } },
    ],
  },
  {
    name: 'a slow answer is taken',
    steps: [{ network: { delay: 1_500 } }, { open: {} }, { settle: true }, { expect: on }],
  },
  {
    name: 'sample ad units of Android, whatever the server says',
    steps: [
      { server: { adsStatus: 'off' } },
      { open: { samples: 'android' } },
      {
        expect: {
          units: {
            googleNative4: 'ca-app-pub-3940256099942544/2247696110',
            googleBanner1: 'ca-app-pub-3940256099942544/6300978111',
            googleInterstitial3: 'ca-app-pub-3940256099942544/1033173712',
            appOpen2: 'ca-app-pub-3940256099942544/9257395921',
            reward3: 'ca-app-pub-3940256099942544/5224354917',
          },
        },
      },
      { settle: true },
      {
        expect: { adsStatus: 'off', units: { reward1: 'ca-app-pub-3940256099942544/5224354917' } },
      },
    ],
  },
];
