import { z } from 'zod';
import { responseBodies } from './named.ts';
import { noAdsReasons } from './no-ads-reasons.ts';

/**
 * An app's ads on phones now: all of them, few or none get its ads, and why. With IP rules this is judged by the `requests` of
 * the last seven UTC days: `withAds` is how many of them get ads by the rules of now, and fewer than half are few. Without IP
 * rules both are null, because all phones get the same; they are also null for an app that nobody asked for.
 */
export const delivery = z
  .object({
    to: z.enum(['all', 'few', 'none']),
    reason: z.enum(noAdsReasons).nullable(),
    requests: z.number().nullable(),
    withAds: z.number().nullable(),
  })
  .register(responseBodies, { id: 'AppDelivery' });
export type Delivery = z.infer<typeof delivery>;
