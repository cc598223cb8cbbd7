import { z } from 'zod';
import type { Call } from './call.ts';
import { success } from './envelope.ts';
import { inPath, wholeNumber } from './fields.ts';
import { limits } from './limits.ts';
import { responseBodies } from './named.ts';
import { parameter } from './parameters.ts';

/**
 * Counts of ads answers by the servers, without the answers of a cache in front. `ok` (200) and `notModified` (304) are
 * the answers with the app's ads. `oldToken` is how many of these had an old token. `wrongToken` counts the refusals of
 * a wrong token.
 */
const counts = {
  ok: z.number(),
  notModified: z.number(),
  oldToken: z.number(),
  wrongToken: z.number(),
};
export const usageCounts = z.object(counts).register(responseBodies, { id: 'UsageCounts' });
export type UsageCounts = z.infer<typeof usageCounts>;

/** A UTC day. */
export const usageDay = z
  .object({ day: z.iso.date(), ...counts })
  .register(responseBodies, { id: 'UsageDay' });
export type UsageDay = z.infer<typeof usageDay>;

/** Answers with ads to callers of a country. The country is known only for apps with IP rules. */
const usageCountry = z.object({ country: z.string(), requests: z.number() });

/** The usage of one app: every day up to today, the oldest first; countries, those with most requests first. */
export const appUsage = z.object({
  appID: z.string(),
  days: z.array(usageDay),
  total: usageCounts,
  countries: z.array(usageCountry),
});
export type AppUsage = z.infer<typeof appUsage>;
export const appUsageAnswer = success(appUsage).register(responseBodies, { id: 'AppUsageAnswer' });

/** The usage of all apps that the caller may see. `unknownApps`, for administrators: requests with an unknown app ID. */
export const usage = z.object({
  days: z.array(usageDay),
  total: usageCounts,
  unknownApps: z.number().optional(),
  topApps: z.array(z.object({ appID: z.string(), appName: z.string(), requests: z.number() })),
});
export type Usage = z.infer<typeof usage>;
export const usageAnswer = success(usage).register(responseBodies, { id: 'UsageAnswer' });

const { days } = limits.usage;

/** The number of days up to today, today included. */
export const appUsageQuery = z.strictObject({
  days: parameter(
    'The number of days up to today',
    wholeNumber('days', 1, limits.kept.usage.days).default(days),
  ),
});

/** A week or 30 days. */
export const usageQuery = z.strictObject({
  days: parameter(
    'A week or 30 days, up to today',
    z.enum(['7', '30'], 'days must be 7 or 30').default('7').transform(Number),
  ),
});

const appID = z.object({ appID: inPath('an app', 'App ID') });

/** The calls about usage. */
export const usageCalls = {
  getUsage: {
    method: 'GET',
    path: '/apps/usage',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'Requests for ads of all apps by day, and the apps with most requests',
    query: usageQuery,
    answer: usageAnswer,
  },
  getAppUsage: {
    method: 'GET',
    path: '/apps/usage/:appID',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'Requests for ads of an app by day and by country',
    params: appID,
    query: appUsageQuery,
    answer: appUsageAnswer,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
