import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { inPath } from '../fields.ts';
import { responseBodies } from '../named.ts';
import { adsOffReasons } from '../no-ads-reasons.ts';

/* "Connect": the answers to the phones of an app, as they happen (ADR 42). */

/** The last answer to a phone of the app. */
export const seenAnswer = z
  .object({
    /** Seconds since the answer, by the clock of the servers. */
    secondsAgo: z.number(),
    /** The phone's country, alpha-2; null when it is unknown. */
    country: z.string().nullable(),
    /** The HTTP status: 200, 304 (the phone has the answer already), 401 (a wrong token) … */
    status: z.number(),
    /** The reason why the ads of the answer were off; null: they were on, or the status is a refusal. */
    reason: z.enum(adsOffReasons).nullable(),
  })
  .register(responseBodies, { id: 'SeenAnswer' });
export type SeenAnswer = z.infer<typeof seenAnswer>;

/** The watch of an app's answers, and the last answer since its start. */
export const connection = z
  .object({
    appID: z.string(),
    /** Seconds for which they are still watched; 0: not at all. */
    secondsLeft: z.number(),
    answer: seenAnswer.nullable(),
  })
  .register(responseBodies, { id: 'Connection' });
export type Connection = z.infer<typeof connection>;
export const connectionAnswer = success(connection).register(responseBodies, {
  id: 'ConnectionAnswer',
});

const appID = z.object({ appID: inPath('an app', 'App ID') });

/** The calls of "Connect". */
export const connectionCalls = {
  connectApp: {
    method: 'POST',
    path: '/apps/connect/:appID',
    who: 'signed-in',
    viewers: true,
    keys: false,
    summary: 'Watch the answers to the phones of an app for ten minutes',
    params: appID,
    answer: connectionAnswer,
    refusals: ['not-found'],
  },
  getConnection: {
    method: 'GET',
    path: '/apps/connect/:appID',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'The last answer to a phone of a watched app; as a stream of events, each new one',
    params: appID,
    answer: connectionAnswer,
    events: true,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
