import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../kit/clock.ts';
import { type AppWithTraffic, judgeTraffic, roughly, type Traffic } from './traffic.ts';

const now = Date.UTC(2026, 10, 22, 9);

const app: AppWithTraffic = {
  appStatus: 'live',
  adsStatus: 'on',
  ipAddress: 'off',
  oldTokenUntil: null,
  offSince: null,
};
const day = { requests: 1000, wrongToken: 0, oldToken: 0, turnedOff: 0 };
const usual: Traffic = {
  week: 7500,
  before: 28_000,
  yesterday: 1000,
  sameWeekdays: 4000,
  recent: [day, day],
};
const none: Traffic = {
  week: 0,
  before: 0,
  yesterday: 0,
  sameWeekdays: 0,
  recent: [
    { ...day, requests: 0 },
    { ...day, requests: 0 },
  ],
};
const rules = (over: Partial<AppWithTraffic>, traffic: Traffic) =>
  judgeTraffic({ ...app, ...over }, traffic, now).map(({ rule }) => rule);
const recent = (over: Partial<typeof day>): Traffic => ({
  ...usual,
  recent: [day, { ...day, ...over }],
});

it.each<[string, Partial<AppWithTraffic>, Traffic, string[]]>([
  ['a live app with its usual requests', {}, usual, []],
  ['an app that nobody has asked for', {}, none, []],
  ['an app without any counts', {}, { ...none, recent: [] }, []],
  [
    'ads off for a week',
    { adsStatus: 'off', offSince: now - 9 * dayMs },
    usual,
    ['ads-off-for-a-week'],
  ],
  ['ads off since today', { adsStatus: 'off' }, usual, []],
  ['no request for a week', {}, { ...none, before: 28_000 }, ['no-more-requests']],
  ['no request for a week, and hardly any before', {}, { ...none, before: 9 }, []],
  ['one request within the week', {}, { ...none, week: 1, before: 28_000 }, []],
  [
    'no request for a week, in development',
    { appStatus: 'in-develop' },
    { ...none, before: 99 },
    [],
  ],
  ['71 % fewer requests', {}, { ...usual, yesterday: 290 }, ['fewer-requests']],
  ['70 % fewer requests', {}, { ...usual, yesterday: 300 }, []],
  ['no request yesterday', {}, { ...usual, yesterday: 0 }, ['fewer-requests']],
  ['fewer of few requests', {}, { ...usual, yesterday: 1, sameWeekdays: 396 }, []],
  [
    'fewer requests while suspended',
    { appStatus: 'suspend' },
    { ...usual, week: 9, yesterday: 0 },
    [],
  ],
  ['requests in development', { appStatus: 'in-develop' }, usual, ['traffic-while-not-live']],
  ['requests while suspended', { appStatus: 'suspend' }, usual, ['traffic-while-not-live']],
  ['a developer’s own requests', { appStatus: 'in-develop' }, { ...none, week: 49 }, []],
  ['wrong tokens', {}, recent({ wrongToken: 100 }), ['wrong-tokens']],
  ['wrong tokens, 99 of them', {}, recent({ requests: 100, wrongToken: 99 }), []],
  ['wrong tokens, 5 % of all', {}, recent({ requests: 1900, wrongToken: 100 }), []],
  ['only wrong tokens', {}, recent({ requests: 0, wrongToken: 100 }), ['wrong-tokens']],
  [
    'IP rules that turn nearly all off',
    { ipAddress: 'on' },
    recent({ requests: 9000, turnedOff: 9500 }),
    ['turned-off-by-rules'],
  ],
  ['IP rules that turn 90 % off', { ipAddress: 'on' }, recent({ turnedOff: 1800 }), []],
  [
    'few requests that are turned off',
    { ipAddress: 'on' },
    {
      ...usual,
      recent: [{ ...day, requests: 19, turnedOff: 19 }],
    },
    [],
  ],
  ['IP rules that are off by now', {}, recent({ turnedOff: 2000 }), []],
])('judges %s', (_, over, traffic, expected) => {
  expect(rules(over, traffic)).toEqual(expected);
});

describe('an old token', () => {
  it.each([
    [2 * dayMs, 21, ['old-token-in-use']],
    [3 * dayMs, 21, ['old-token-in-use']],
    [3 * dayMs + 1, 21, []],
    [2 * dayMs, 20, []],
    [-1, 21, []],
  ])('that ends in %d ms and has %d of 2000 requests: %j', (left, oldToken, expected) => {
    expect(rules({ oldTokenUntil: now + left }, recent({ oldToken }))).toEqual(expected);
  });

  it('is said with its day as people write it', () => {
    const ending = { ...app, oldTokenUntil: Date.UTC(2026, 10, 24, 9) };
    const [found] = judgeTraffic(ending, recent({ oldToken: 21 }), now);
    expect(found?.detail).toContain('which ends on 24 Nov 2026.');
  });

  it('that nobody uses is no finding without requests', () => {
    expect(rules({ oldTokenUntil: now + dayMs }, none)).toEqual([]);
  });
});

it.each([
  [7, '7'],
  [10, '10'],
  [4999, '4,000'],
  [1_234_567, '1,000,000'],
])('says %d as %s', (count, text) => {
  expect(roughly(count)).toBe(text);
});

it('rests on no number that changes with every request', () => {
  const facts = (week: number) =>
    judgeTraffic({ ...app, appStatus: 'suspend' }, { ...usual, week }, now).map((one) => one.facts);
  expect(facts(100)).toEqual(facts(100_000));
});

it('says since when it is so, where the requests tell', () => {
  const since = (over: Partial<AppWithTraffic>, traffic: Traffic) =>
    judgeTraffic({ ...app, ...over }, traffic, now)[0]?.since;
  const today = Date.UTC(2026, 10, 22);
  const off = { adsStatus: 'off', offSince: now - 9 * dayMs };
  expect(since(off, usual)).toBe(now - 9 * dayMs);
  expect(since({}, { ...none, before: 28_000 })).toBe(today - 7 * dayMs);
  expect(since({}, { ...usual, yesterday: 0 })).toBe(today - dayMs);
});
