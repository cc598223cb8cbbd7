import { z } from 'zod';
import { success } from './envelope.ts';
import { wholeNumber } from './fields.ts';
import { limits } from './limits.ts';

/**
 * Ads answers counted by the servers: what a cache in front answers by itself is not in it. `ok` (200) and
 * `notModified` (304) are the answers with the app's ads, `oldToken` those of them to a token that was
 * rotated away, `wrongToken` the refusals of a wrong token.
 */
const counts = {
  ok: z.number(),
  notModified: z.number(),
  oldToken: z.number(),
  wrongToken: z.number(),
};
export const usageCounts = z.object(counts);
export type UsageCounts = z.infer<typeof usageCounts>;

/** A UTC day. */
export const usageDay = z.object({ day: z.iso.date(), ...counts });
export type UsageDay = z.infer<typeof usageDay>;

/** Answers with ads to callers of a country, which is known for apps with IP rules only. */
export const usageCountry = z.object({ country: z.string(), requests: z.number() });
export type UsageCountry = z.infer<typeof usageCountry>;

/** How often one app was asked for: every day up to today, oldest first; countries by requests. */
export const appUsage = z.object({
  appID: z.string(),
  days: z.array(usageDay),
  total: usageCounts,
  countries: z.array(usageCountry),
});
export type AppUsage = z.infer<typeof appUsage>;
export const appUsageAnswer = success(appUsage);

/** The apps that the caller may see together; `unknownApps`, refusals to app IDs that no app has, for administrators. */
export const usage = z.object({
  days: z.array(usageDay),
  total: usageCounts,
  unknownApps: z.number().optional(),
  topApps: z.array(z.object({ appID: z.string(), appName: z.string(), requests: z.number() })),
});
export type Usage = z.infer<typeof usage>;
export const usageAnswer = success(usage);

const { keepDays, days } = limits.usage;

/** Up to today, which is one of them. */
export const appUsageQuery = z.strictObject({
  days: wholeNumber('days', 1, keepDays).default(days),
});

/** A week or 30 days. */
export const usageQuery = z.strictObject({
  days: z.enum(['7', '30'], 'days must be 7 or 30').default('7').transform(Number),
});
