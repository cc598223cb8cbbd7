import { z } from 'zod';
import type { Call } from './call.ts';
import { success } from './envelope.ts';
import { inPath, optionalText, time } from './fields.ts';
import { limits } from './limits.ts';
import { responseBodies } from './named.ts';
import { parameter } from './parameters.ts';

/*
 * Open sessions: where somebody is signed in, and how to end that (ADR 135). The sign-in pages load this file, so it does without the
 * filters of lists.
 */

/**
 * A session that has not ended. `device` is what the browser said of itself at the sign-in. `country` is that of the address of the
 * sign-in, by the database of countries; null when it is not known. Tabs share a session.
 */
export const openSession = z
  .object({
    id: z.string(),
    device: z.string(),
    address: z.string(),
    country: z.string().nullable(),
    since: time,
    lastUsedAt: time,
    isThis: z.boolean(),
  })
  .register(responseBodies, { id: 'OpenSession' });
export type OpenSession = z.infer<typeof openSession>;

/** The session of the caller comes first, then the one that was used last; `limits.sessions` at most. */
export const openSessionList = success(z.array(openSession)).register(responseBodies, {
  id: 'OpenSessionList',
});

export const openSessionQuery = z.strictObject({
  account: parameter(
    'The sessions of the person with this id, for administrators; own ones without it',
    optionalText({ label: 'account', max: limits.text.id }).optional(),
  ),
});

export const endedSession = success(z.object({ id: z.string() })).register(responseBodies, {
  id: 'EndedSession',
});
export const endedSessions = success(z.object({ ended: z.number() })).register(responseBodies, {
  id: 'EndedSessions',
});

/** The calls about open sessions. No API key may make them. */
export const openSessionCalls = {
  getSessions: {
    method: 'GET',
    path: '/sessions',
    who: 'signed-in',
    viewers: true,
    keys: false,
    summary: 'List where the caller is signed in; administrators can list it of everybody',
    query: openSessionQuery,
    answer: openSessionList,
  },
  endSession: {
    method: 'DELETE',
    path: '/sessions/:id',
    who: 'signed-in',
    viewers: true,
    keys: false,
    asksAgain: 'others',
    summary: 'End an own session at once; administrators can end those of everybody',
    params: z.object({ id: inPath('a session', 'Session') }),
    answer: endedSession,
    refusals: ['not-found'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/sessions',
    who: 'signed-in',
    viewers: true,
    keys: false,
    summary: 'End all sessions of the caller but the one of this call',
    answer: endedSessions,
  },
} as const satisfies Record<string, Call>;
