import { z } from 'zod';
import type { Call } from '../call.ts';
import { isCountryCode } from '../country-codes.ts';
import { success } from '../envelope.ts';
import { inPath, time, timeFrom, timeTo } from '../fields.ts';
import { responseBodies } from '../named.ts';
import { adsOffReasons } from '../no-ads-reasons.ts';
import { parameter } from '../parameters.ts';
import { trafficMark } from './marks.ts';

/** UTC hours or UTC days (ADR 56). */
export const trafficSteps = ['hour', 'day'] as const;
export type TrafficStep = (typeof trafficSteps)[number];

const forEachReason = <T>(make: () => T) =>
  Object.fromEntries(adsOffReasons.map((reason) => [reason, make()])) as Record<
    (typeof adsOffReasons)[number],
    T
  >;

const counts = {
  on: z.number(),
  off: z.object(forEachReason(() => z.number())),
  unknown: z.number(),
  notModified: z.number(),
  oldToken: z.number(),
  wrongToken: z.number(),
};

/**
 * Requests for the ads of apps, by what became of them: their ads were `on`, or `off` for a reason, or it is `unknown`,
 * because a version before counted them. All these together are the requests. `notModified` and `oldToken` are how many of
 * them were answered by 304, and had a replaced token. `wrongToken` counts the refusals. Answers of a cache in front are
 * not counted.
 */
export const trafficCounts = z.object(counts).register(responseBodies, { id: 'TrafficCounts' });
export type TrafficCounts = z.infer<typeof trafficCounts>;

/** Returns the requests that were answered with an app's ads, on or off. */
export const requestsOf = ({ on, off, unknown }: TrafficCounts): number =>
  Object.values(off).reduce((sum, count) => sum + count, on + unknown);

/** An hour or a day, by its first moment. `weekBefore`: the same one a week before; null when it is not kept. */
export const trafficStep = z
  .object({ at: time, ...counts, weekBefore: trafficCounts.nullable() })
  .register(responseBodies, { id: 'TrafficStep' });
export type TrafficStepCounts = z.infer<typeof trafficStep>;

/** A country of callers, alpha-2; '' where it was not known, as for apps without IP rules. */
export const trafficCountry = z
  .object({ country: z.string(), ...counts })
  .register(responseBodies, { id: 'TrafficCountry' });

/**
 * Every step of the range, the oldest first, also those without requests; the last one may not be over. `countries`: those
 * with most requests first, of all countries also when one was asked for. `marks`: what may explain traffic, the oldest
 * first; `hasMoreMarks` when the oldest ones were left out. `keptFrom`: the first step that is kept. `asOf`: when this was
 * read. `unknownApps`, for administrators: requests with an unknown app ID.
 */
export const traffic = z.object({
  step: z.enum(trafficSteps),
  steps: z.array(trafficStep),
  total: trafficCounts,
  countries: z.array(trafficCountry),
  marks: z.array(trafficMark),
  hasMoreMarks: z.boolean(),
  keptFrom: time,
  asOf: time,
  unknownApps: z.number().optional(),
});
export type Traffic = z.infer<typeof traffic>;
export const trafficAnswer = success(traffic).register(responseBodies, { id: 'TrafficAnswer' });

/**
 * The steps in which `from` and `to` are, and all between. Without `to` until now; without `from` as many as
 * `limits.traffic.steps` says.
 */
export const trafficQuery = z.strictObject({
  step: parameter(
    'By hour or by day, both in UTC',
    z.enum(trafficSteps, `step must be one of: ${trafficSteps.join(', ')}`).default('day'),
  ),
  from: parameter(
    'A time in the first hour or day; a date means its first moment in UTC',
    timeFrom('from').optional(),
  ),
  to: parameter(
    'A time in the last hour or day; a date means its last moment in UTC',
    timeTo('to').optional(),
  ),
  country: parameter(
    'Only requests from this country, by its alpha-2 code',
    z
      .string()
      .refine(isCountryCode, 'country must be the code of a country, such as IN')
      .optional(),
  ),
});
export type TrafficQuery = z.infer<typeof trafficQuery>;

const appID = z.object({ appID: inPath('an app', 'App ID') });

/** The calls about traffic. */
export const trafficCalls = {
  getTraffic: {
    method: 'GET',
    path: '/apps/traffic',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    compressed: true,
    summary: 'Requests for the ads of all apps by hour or day and outcome; for owners of their own',
    query: trafficQuery,
    answer: trafficAnswer,
  },
  getAppTraffic: {
    method: 'GET',
    path: '/apps/traffic/:appID',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    compressed: true,
    summary: 'Requests for the ads of an app by hour or day, outcome and country',
    params: appID,
    query: trafficQuery,
    answer: trafficAnswer,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
