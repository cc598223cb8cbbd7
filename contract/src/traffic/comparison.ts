import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { time } from '../fields.ts';
import { limits } from '../limits.ts';
import { textFilter } from '../lists.ts';
import { responseBodies } from '../named.ts';
import { parameter } from '../parameters.ts';
import { requestsOf, type TrafficCounts } from './traffic.ts';

/**
 * The things by which requests are added up: the app, the owner or the account that the apps have now, or the caller's country.
 */
export const comparedBy = ['app', 'owner', 'account', 'country'] as const;
export type ComparedBy = (typeof comparedBy)[number];

/** The counts that are compared: all requests, or those whose ads were on. */
export const comparedCounts = ['requests', 'on'] as const;
export type ComparedCount = (typeof comparedCounts)[number];

export const countOf: Record<ComparedCount, (counts: TrafficCounts) => number> = {
  requests: requestsOf,
  on: ({ on }) => on,
};

/** Requests with ads on are compared while at most this share of the requests has an unknown outcome. */
export const mostUnknown = 0.01;

/**
 * Something with more or fewer requests than usual. `key`: an app ID, the id of an owner, an account name as it is compared, or
 * the alpha-2 code of a country. `isGone`: the app or the owner does not exist any more.
 */
export const trafficDifference = z
  .object({
    key: z.string(),
    name: z.string(),
    requests: z.number(),
    usual: z.number(),
    isGone: z.boolean(),
  })
  .register(responseBodies, { id: 'TrafficDifference' });
export type TrafficDifference = z.infer<typeof trafficDifference>;

/** The owner or account that a comparison is limited to: its name, and the requests of all its apps. */
const comparedPart = trafficDifference.pick({ name: true, requests: true, usual: true });

/**
 * The largest differences between some days and the same weekdays of the four weeks before. `usual` is the mean of those weeks
 * in which anything was counted; `weeks` is how many these are, and with 0 nothing can be compared. `computedAt`: the time of
 * the computation; null before it. `only`: the owner or account whose apps these are, with `owner` or `account`.
 */
export const trafficComparison = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.enum(comparedBy),
  of: z.enum(comparedCounts),
  weeks: z.number(),
  increases: z.array(trafficDifference),
  decreases: z.array(trafficDifference),
  computedAt: time.nullable(),
  only: comparedPart.nullable(),
});
export type TrafficComparison = z.infer<typeof trafficComparison>;
export const trafficComparisonAnswer = success(trafficComparison).register(responseBodies, {
  id: 'TrafficComparisonAnswer',
});

const { comparedDays } = limits.traffic;
const daysError = `days must be one of: ${comparedDays.join(', ')}`;
const daysValues = comparedDays.map(String) as [string, ...string[]];

/**
 * A UTC day that is over, yesterday unless it is given; with `days` 7 also the six days before it. `owner` (the id of one;
 * administrators only) and `account` limit it to the apps that these have now.
 */
export const trafficComparisonQuery = z.strictObject({
  day: parameter(
    'The last of the compared days, in UTC; yesterday without it',
    z.iso
      .date('day must be a date')
      .transform((text) => Date.parse(text))
      .optional(),
  ),
  days: parameter(
    'How many days are compared, up to the last one',
    z.enum(daysValues, daysError).default('1').transform(Number),
  ),
  by: parameter(
    'By what requests are added up',
    z.enum(comparedBy, `by must be one of: ${comparedBy.join(', ')}`).default('app'),
  ),
  of: parameter(
    'All requests are compared, or those with ads on',
    z.enum(comparedCounts, `of must be one of: ${comparedCounts.join(', ')}`).default('requests'),
  ),
  owner: textFilter('owner', 'Only requests of the apps of the owner with this id'),
  account: textFilter('account', 'Only requests of the apps of this account'),
});
export type TrafficComparisonQuery = z.infer<typeof trafficComparisonQuery>;

/** The call that compares traffic. */
export const trafficComparisonCalls = {
  compareTraffic: {
    method: 'GET',
    path: '/apps/traffic/comparison',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    compressed: true,
    summary: 'The largest increases and decreases of requests by app, owner, account or country',
    query: trafficComparisonQuery,
    answer: trafficComparisonAnswer,
  },
} as const satisfies Record<string, Call>;
