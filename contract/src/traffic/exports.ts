import { z } from 'zod';
import type { Call } from '../call.ts';
import { optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import { responseBodies } from '../named.ts';
import { type AdsOffReason, adsOffReasons } from '../no-ads-reasons.ts';
import { parameter } from '../parameters.ts';
import { format } from '../spreadsheets/exports.ts';
import { noAds, requestWords } from '../state-words.ts';
import { trafficComparisonQuery } from './comparison.ts';
import { trafficQuery } from './traffic.ts';

const offHeadings = Object.fromEntries(
  adsOffReasons.map((reason) => [reason, `Off: ${noAds[reason].word}`]),
) as Record<AdsOffReason, string>;

/** The columns of exported steps, with their headings in CSV. `at`: a UTC day, or a UTC hour. */
export const trafficHeadings = {
  at: 'Time (UTC)',
  requests: 'Requests',
  on: requestWords.on,
  ...offHeadings,
  unknown: requestWords.unknown,
  notModified: 'Not modified',
  oldToken: 'Old token',
  wrongToken: requestWords['wrong-token'],
  requestsWeekBefore: 'Requests, a week before',
  onWeekBefore: `${requestWords.on}, a week before`,
} as const;
export type TrafficColumn = keyof typeof trafficHeadings;
export const trafficColumns = Object.keys(trafficHeadings) as TrafficColumn[];

/** The columns of exported differences. */
export const differenceHeadings = {
  change: 'Change',
  name: 'Name',
  key: 'Id',
  requests: 'Requests',
  usual: 'Usually',
  difference: 'Difference',
} as const;
export type DifferenceColumn = keyof typeof differenceHeadings;
export const differenceColumns = Object.keys(differenceHeadings) as DifferenceColumn[];

/** The question about traffic as it is shown: of one app, if `appID` is given. */
export const trafficExportQuery = trafficQuery.extend({
  appID: parameter(
    'Only requests of this app',
    optionalText({ label: 'App ID', max: limits.text.id }).optional(),
  ),
  format,
});
export type TrafficExportQuery = z.infer<typeof trafficExportQuery>;

export const trafficComparisonExportQuery = trafficComparisonQuery.extend({ format });
export type TrafficComparisonExportQuery = z.infer<typeof trafficComparisonExportQuery>;

/** A file in JSON: one object for each row; every value is a text. */
export const exportedTraffic = z
  .array(z.record(z.string(), z.string()))
  .register(responseBodies, { id: 'ExportedTraffic' });

/** The calls that write traffic into files. */
export const trafficExportCalls = {
  exportTraffic: {
    method: 'GET',
    path: '/apps/traffic/export',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    compressed: true,
    summary: 'Download the requests by hour or day, of all apps or of one, as a CSV or JSON file',
    query: trafficExportQuery,
    answer: exportedTraffic,
    file: true,
    refusals: ['not-found'],
  },
  exportTrafficComparison: {
    method: 'GET',
    path: '/apps/traffic/comparison/export',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    compressed: true,
    summary: 'Download the largest increases and decreases as a CSV or JSON file',
    query: trafficComparisonExportQuery,
    answer: exportedTraffic,
    file: true,
  },
} as const satisfies Record<string, Call>;
