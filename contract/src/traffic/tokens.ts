import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { inPath, time } from '../fields.ts';
import { responseBodies } from '../named.ts';

/**
 * A valid token of an app, by its last four characters, and how often phones used it. `until` is null for the present token.
 * `days` are UTC days, the first is the one on which the token was made. `countries`: those with most requests first; ''
 * where the country was not known. `isComplete`: every request since then is counted by its token. Only then 0 requests
 * mean that no phone has asked.
 */
export const tokenUses = z
  .object({
    token: z.string(),
    since: time,
    until: time.nullable(),
    requests: z.number(),
    isComplete: z.boolean(),
    days: z.array(z.object({ day: z.iso.date(), requests: z.number() })),
    countries: z.array(z.object({ country: z.string(), requests: z.number() })),
  })
  .register(responseBodies, { id: 'TokenUses' });
export type TokenUses = z.infer<typeof tokenUses>;

/**
 * Requests of the same days that were refused for their token. `lastAt`: the hour of the last one, null when there was none
 * within eight days. `ended`: those whose token was valid once, the last one that ended first; at least so many, because not
 * every refusal says its token.
 */
export const refusedRequests = z
  .object({
    requests: z.number(),
    lastAt: time.nullable(),
    ended: z.array(z.object({ token: z.string(), endedAt: time, requests: z.number() })),
  })
  .register(responseBodies, { id: 'RefusedRequests' });
export type RefusedRequests = z.infer<typeof refusedRequests>;

/**
 * The present token first, then those that were replaced, the newest first. `missingSince`: since when counts of a silent
 * edge may be still to come; null when none is silent.
 */
export const tokenUsesAnswer = success(
  z.object({
    appID: z.string(),
    tokens: z.array(tokenUses),
    missingSince: time.nullable(),
    refused: refusedRequests,
  }),
).register(responseBodies, { id: 'TokenUsesAnswer' });

/** The call about the use of tokens. */
export const tokenUsesCalls = {
  getTokenUses: {
    method: 'GET',
    path: '/apps/tokenUses/:appID',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'How often each valid token of an app was used, by day and country',
    params: z.object({ appID: inPath('an app', 'App ID') }),
    answer: tokenUsesAnswer,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
