import { z } from 'zod';
import type { Call } from '../call.ts';
import { nothing, success } from '../envelope.ts';
import { confirmedAgain } from '../factors/again.ts';
import { exactlyOne, has, isOneOf, when, withRules } from '../field-rules.ts';
import { choice, inPath, requiredText, trueOrFalse } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { type PersonKind, personKinds } from '../people/people.ts';
import { adminSignedIn, userSignedIn } from '../sessions.ts';

/* Single sign-on with OpenID Connect (ADR 142). */

/** `signIn`: to begin a session. `again`: to confirm that it is still the person of the session. `link`: to bind the own account. */
export const singleSignOnPurposes = ['signIn', 'again', 'link'] as const;
export type SingleSignOnPurpose = (typeof singleSignOnPurposes)[number];

/** The sign-in page of each role. After a sign-out at the provider, the browser comes back to it. */
export const signInPages = {
  admin: '/admin/login',
  user: '/login',
} as const satisfies Record<PersonKind, string>;

const { longestCode, longestState } = limits.singleSignOn;
const beginAnew = 'Please begin the sign-in again';

/**
 * `again` and `link` are for the person of the session. `ticket` is that of the question; only `again` has one. With `chooseAccount`
 * the provider asks which account to use, although one is signed in there. The page sends it after a refusal.
 */
export const singleSignOnForm = withRules(
  z.object({
    as: choice(personKinds, 'Please Select Role', 'Role'),
    for: choice(singleSignOnPurposes, 'Please Select Purpose', 'Purpose').optional(),
    ticket: requiredText('Please try again', {
      label: 'Ticket',
      max: limits.secondFactor.ticketLength,
    }).optional(),
    chooseAccount: trueOrFalse('Choose account').optional(),
  }),
  {
    must: when(isOneOf('for', ['again']), has('ticket')),
    error: 'Send the ticket of the question',
    field: 'ticket',
  },
).register(requestBodies, { id: 'SingleSignOn' });

/**
 * `url` is the page of the provider. `flow` belongs to the browser that has begun: the provider never gets it, and the sign-in ends
 * only with it, once, within ten minutes.
 */
export const singleSignOnBegun = success(z.object({ url: z.string(), flow: z.string() })).register(
  responseBodies,
  { id: 'SingleSignOnBegun' },
);

/** What the provider has put into the address of the page to which it sent the person back, and the `flow` of the browser. */
export const singleSignOnReturn = withRules(
  z.object({
    code: requiredText(beginAnew, { label: 'Code', max: longestCode }).optional(),
    error: requiredText(beginAnew, { label: 'Error', max: longestState }).optional(),
    state: requiredText(beginAnew, { label: 'State', max: longestState }),
    iss: requiredText(beginAnew, { label: 'Issuer', max: longestState }).optional(),
    flow: requiredText(beginAnew, { label: 'Flow', max: longestState }),
  }),
  { must: exactlyOne(has('code'), has('error')), error: beginAnew, field: 'code' },
).register(requestBodies, { id: 'SingleSignOnReturn' });

/** The answer depends on what was begun. `signIn`: the answer of every sign-in. `again`: a new token. `link`: only a message. */
export const singleSignOnDone = z
  .union([adminSignedIn, userSignedIn, confirmedAgain, nothing])
  .register(responseBodies, { id: 'SingleSignOnDone' });

/** The calls of single sign-on. No API key may make them. */
export const singleSignOnCalls = {
  beginSingleSignOn: {
    method: 'POST',
    path: '/sessions/oidc',
    who: 'anyone',
    urgent: true,
    summary:
      'Begin a sign-in at the provider of single sign-on; the page goes to the address in the answer',
    body: singleSignOnForm,
    answer: singleSignOnBegun,
    refusals: ['not-signed-in', 'forbidden', 'not-found', 'conflict', 'too-many'],
  },
  finishSingleSignOn: {
    method: 'POST',
    path: '/sessions/oidc/finish',
    who: 'anyone',
    urgent: true,
    holds: 'countries',
    summary: 'Finish what was begun at the provider of single sign-on',
    body: singleSignOnReturn,
    answer: singleSignOnDone,
    refusals: [
      'not-signed-in',
      'wrong-credentials',
      'forbidden',
      'not-found',
      'conflict',
      'too-many',
    ],
  },
  unbindAdmin: {
    method: 'DELETE',
    path: '/admins/:id/oidc',
    who: 'admin',
    viewers: false,
    keys: false,
    needs: 'manage-admins',
    asksAgain: 'recent',
    summary:
      'Take the account at the provider of single sign-on away from an administrator, and end the sessions that it has opened',
    params: z.object({ id: inPath('an administrator', 'Administrator') }),
    answer: nothing,
    refusals: ['not-found', 'conflict'],
  },
  unbindUser: {
    method: 'DELETE',
    path: '/user/oidc/:id',
    who: 'admin',
    viewers: false,
    keys: false,
    asksAgain: 'recent',
    summary:
      'Take the account at the provider of single sign-on away from an app owner, and end the sessions that it has opened',
    params: z.object({ id: inPath('a user', 'User') }),
    answer: nothing,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
