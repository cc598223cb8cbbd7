import {
  cached,
  nothing,
  on,
  otherUnit,
  refusal,
  type Scenario,
  startedBefore,
  unit,
} from '../scenario.ts';

const failed = (cause: string | string[]) => ({ state: 'failed', cause, logs: 1 }) as const;

/** Why no answer comes: `status`, and one line in the log. Options that are wrong. */
export const causeScenarios: Scenario[] = [
  ...[
    'adwarden.example.com',
    '',
    'ftp://adwarden.example.com',
    'https://',
    'https://a.example/?x=1',
  ].map(
    (address): Scenario => ({
      name: `the address "${address}": the cause in words, and no request`,
      steps: [
        { open: { address } },
        { settle: true },
        { advance: 3_600 },
        { expect: { ...nothing, ...failed('bad-address') } },
        { requests: 0 },
      ],
    }),
  ),
  ...['{address}/', '{address}//', ' {address} ', '{address}/adwarden', '{address}/adwarden/'].map(
    (address): Scenario => ({
      name: `the address "${address}" is understood`,
      steps: [{ open: { address } }, { settle: true }, { expect: { ...on, cause: null } }],
    }),
  ),
  {
    name: 'an address of IPv6',
    unable: {
      swift: 'Foundation on Linux refuses each such address: curl, under it, has the brackets',
    },
    steps: [{ open: { address: '{ipv6}' } }, { settle: true }, { expect: { ...on, cause: null } }],
  },
  {
    name: 'an address of IPv6 that nobody answers',
    steps: [
      { open: { address: 'http://[::1]:59999' } },
      { settle: true },
      { expect: { ...nothing, ...failed('no-answer') } },
    ],
  },
  {
    name: 'an app ID and a token with blanks around them, as they are pasted',
    steps: [{ open: { appID: ' {appID}\n' } }, { settle: true }, { expect: on }],
  },
  {
    name: 'asking, and answered',
    steps: [
      { network: { delay: 500 } },
      { open: {} },
      { expect: { state: 'asking', cause: null } },
      { settle: true },
      { expect: { state: 'answered', cause: null, logs: 0 } },
    ],
  },
  {
    name: 'a wrong token',
    steps: [
      { open: { token: 'x'.repeat(32) } },
      { settle: true },
      { expect: failed('unauthorized') },
    ],
  },
  {
    name: '400',
    steps: [
      { network: refusal(400) },
      { open: {} },
      { settle: true },
      { expect: failed('bad-request') },
    ],
  },
  {
    name: '503',
    steps: [
      { network: refusal(503) },
      { open: {} },
      { settle: true },
      { expect: failed('refused') },
    ],
  },
  {
    name: '308 to https',
    steps: [
      { network: { status: 308, headers: { location: 'https://127.0.0.1:9/api/getAds' } } },
      { open: {} },
      { settle: true },
      // React Native follows it, and meets nobody.
      { expect: failed(['redirected', 'no-answer']) },
    ],
  },
  {
    name: 'a sign-in page',
    steps: [
      { network: { status: 200, body: '<!doctype html><title>Sign in</title>' } },
      { open: {} },
      { settle: true },
      { expect: failed('not-ours') },
    ],
  },
  {
    name: 'the log has each cause once, and the last failure stays after an answer',
    steps: [
      { network: [refusal(500), refusal(500), { fault: 'cut' }, refusal(500), 'pass'] },
      { open: {} },
      { advance: 60 },
      { expect: { ...on, state: 'answered', cause: 'refused', logs: 2 } },
    ],
  },
  {
    name: 'sample ads say that the server has not answered',
    steps: [
      { network: { fault: 'drop' } },
      { open: { samples: 'ios' } },
      { settle: true },
      {
        expect: {
          ...failed('no-answer'),
          units: { googleBanner1: 'ca-app-pub-3940256099942544/2934735716' },
        },
      },
    ],
  },
  {
    name: 'first start offline with defaults',
    steps: [
      { network: { fault: 'drop' } },
      { open: { defaults: 'answer' } },
      { expect: { ...cached, units: { googleBanner1: unit } } },
      { settle: true },
      { expect: cached },
      { server: { googleBanner1: otherUnit } },
      { network: 'pass' },
      { advance: 2 },
      { expect: { isFromCache: false, units: { googleBanner1: otherUnit } } },
    ],
  },
  {
    name: 'the stored answer is newer than the defaults',
    steps: [
      ...startedBefore,
      { server: { googleBanner1: otherUnit } },
      { network: { fault: 'drop' } },
      { open: { defaults: 'answer' } },
      { expect: cached },
    ],
  },
  ...['no JSON', '{"success":true,"data":{"appID":"another","adsStatus":"on"}}', '[]'].map(
    (defaults): Scenario => ({
      name: `the defaults ${defaults} are ignored, and the log says so`,
      steps: [
        { network: { delay: 300 } },
        { open: { defaults } },
        { expect: { ...nothing, cause: 'bad-defaults', logs: 1 } },
        { settle: true },
        { expect: { ...on, state: 'answered', cause: 'bad-defaults', logs: 1 } },
      ],
    }),
  ),
  {
    name: 'what a network does hides no wrong defaults',
    steps: [
      { network: [{ status: 200, body: 'Sign in' }, refusal(500), 'pass'] },
      { open: { defaults: 'no JSON' } },
      { settle: true },
      { expect: { state: 'failed', cause: 'bad-defaults', logs: 2 } },
      { advance: 20 },
      { expect: { ...on, state: 'answered', cause: 'bad-defaults', logs: 3 } },
    ],
  },
  {
    name: 'a wrong token takes the place of wrong defaults',
    steps: [
      { open: { token: 'x', defaults: 'no JSON' } },
      { settle: true },
      { expect: { state: 'failed', cause: 'unauthorized', logs: 2 } },
    ],
  },
  {
    name: 'defaults and a wrong token: off at once',
    steps: [
      { open: { token: 'x'.repeat(32), defaults: 'answer' } },
      { settle: true },
      { expect: { adsStatus: 'off', reason: 'unauthorized', isFromCache: false } },
    ],
  },
];
