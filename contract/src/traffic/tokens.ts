import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { inPath, time } from '../fields.ts';
import { responseBodies } from '../named.ts';

/**
 * A valid token of an app, by its last four characters, and how often phones used it. `until` is null for the present token.
 * `days` are UTC days. The first day of the present token is the one on which it was made; the requests of that day with the
 * token before it are in it, too. The first day of a replaced token is the one on which it was replaced. `countries`: those
 * with most requests first; '' where the country was not known.
 */
export const tokenUses = z
  .object({
    token: z.string(),
    since: time,
    until: time.nullable(),
    requests: z.number(),
    days: z.array(z.object({ day: z.iso.date(), requests: z.number() })),
    countries: z.array(z.object({ country: z.string(), requests: z.number() })),
  })
  .register(responseBodies, { id: 'TokenUses' });
export type TokenUses = z.infer<typeof tokenUses>;

/** The present token first, then those that were replaced, the newest first. */
export const tokenUsesAnswer = success(
  z.object({ appID: z.string(), tokens: z.array(tokenUses) }),
).register(responseBodies, { id: 'TokenUsesAnswer' });

/** The call about the use of tokens. */
export const tokenUsesCalls = {
  getTokenUses: {
    method: 'GET',
    path: '/apps/tokenUses/:appID',
    who: 'signed-in',
    summary: 'How often each valid token of an app was used, by day and country',
    params: z.object({ appID: inPath('an app', 'App ID') }),
    answer: tokenUsesAnswer,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
