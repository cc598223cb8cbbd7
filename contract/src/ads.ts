import { z } from 'zod';
import { forEachAdUnit } from './ad-units.ts';
import { appStatuses, onOff } from './apps.ts';
import type { Call } from './call.ts';
import { success } from './envelope.ts';
import { time } from './fields.ts';
import { responseBodies } from './named.ts';
import { adsOffReasons } from './no-ads-reasons.ts';
import { parameter } from './parameters.ts';

/** The outcomes of a request for an app's ads: they are on, they are off for a reason, or its token is wrong. */
export const requestOutcomes = ['on', ...adsOffReasons, 'wrong-token'] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** The caller of an app with IP rules; an unknown value is null. */
export const caller = z
  .object({
    country: z.string().nullable(),
    vpn: z.boolean().nullable(),
  })
  .register(responseBodies, { id: 'Caller' });
export type Caller = z.infer<typeof caller>;

/** The ads answer. `adsStatus` is the verdict; when it is `off`, all ad units are empty. */
export const ads = z
  .object({
    appID: z.string(),
    appName: z.string(),
    packageName: z.string(),
    accountName: z.string(),
    category: z.string(),
    icon: z.string(),
    appStatus: z.enum(appStatuses),
    adsStatus: z.enum(onOff),
    visibleExtra: z.enum(onOff),
    ipAddress: z.enum(onOff),
    country: z.array(z.string()),
    caller: caller.nullable(),
    reason: z.enum(adsOffReasons).nullable(),
    updatedAt: time,
    ...forEachAdUnit(() => z.string()),
  })
  .register(responseBodies, { id: 'Ads' });
export type Ads = z.infer<typeof ads>;
export const adsAnswer = success(ads).register(responseBodies, { id: 'AdsAnswer' });

/** The public endpoint. */
export const adsCalls = {
  getAds: {
    method: 'GET',
    path: '/api/getAds',
    who: 'anyone',
    summary: 'The ads configuration of an app, for its installed copies',
    // Only for the OpenAPI document: the endpoint checks its query itself, before Fastify (ADR 30).
    query: z.strictObject({
      appID: parameter('The app ID', z.string()),
      authToken: parameter('The auth token of the app', z.string()),
    }),
    answer: adsAnswer,
    refusals: ['wrong-credentials'],
  },
} as const satisfies Record<string, Call>;
