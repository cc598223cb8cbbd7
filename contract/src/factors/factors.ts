import { z } from 'zod';
import type { Call } from '../call.ts';
import { nothing, success } from '../envelope.ts';
import { exactlyOne, has, withRules } from '../field-rules.ts';
import { inPath, requiredText, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { adminSignedIn, userSignedIn } from '../sessions.ts';
import { confirmedFactor } from './confirmed.ts';
import { passkeyAnswer } from './passkey-answer.ts';

/* Second factors: what a sign-in asks for beside the password, for accounts that have set it up (ADR 133). */

/** `totp`: an authenticator app, which shows a new code every 30 seconds (RFC 6238). `passkey`: a key of WebAuthn (ADR 141). */
export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

const withoutBlanks = (text: string): string => text.replace(/\s/g, '');

/** The code of an authenticator app. People type it in groups, so blanks do not count. */
export const code = requiredText('Please Enter Your Code', {
  label: 'Code',
  max: limits.secondFactor.typedCode,
  reads: withoutBlanks,
}).regex(/^\d{6}$/, 'A code has 6 digits');

/** A recovery code: 24 characters of base32 (120 bits). Blanks, hyphens, and upper or lower case do not count. */
export const recoveryCode = requiredText('Please Enter Your Recovery Code', {
  label: 'Recovery Code',
  max: limits.secondFactor.typedCode,
  reads: (text) => withoutBlanks(text).replaceAll('-', '').toUpperCase(),
}).regex(/^[A-Z2-7]{24}$/, 'A recovery code has 24 letters and digits');

/** The token of such a link: 32 random bytes in base64url. People paste the whole link. */
const link = requiredText('Please Enter Your Link', {
  label: 'Link',
  max: limits.secondFactor.typedLink,
  reads: (text) => withoutBlanks(text).replace(/^.*#/, ''),
}).regex(/^[\w-]{43}$/, 'Enter the whole link');

/**
 * A second factor of the caller. Its secret is shown only while it is set up. `replacesPassword`: a passkey that signs in without the
 * password. `host`: the host name that a passkey belongs to; `isUsable`: it can be used at the address of now.
 */
export const factor = z
  .object({
    id: z.string(),
    kind: z.enum(factorKinds),
    name: z.string(),
    createdAt: time,
    lastUsedAt: time.nullable(),
    replacesPassword: z.boolean(),
    host: z.string().nullable(),
    isUsable: z.boolean(),
  })
  .register(responseBodies, { id: 'Factor' });
export type Factor = z.infer<typeof factor>;

/**
 * The factors of the caller, the oldest first. `recoveryCodesLeft`: how many recovery codes are not used yet. `singleSignOn`: the
 * account is bound to one at the provider.
 */
export const factorList = success(z.array(factor))
  .extend({ recoveryCodesLeft: z.number(), singleSignOn: z.boolean() })
  .register(responseBodies, { id: 'FactorList' });

/** A set-up that waits for its first code. `uri` is the content of the QR code; `secret` is for typing, in base32. */
export const newTotpAnswer = success(
  z.object({ id: z.string(), secret: z.string(), uri: z.string() }),
).register(responseBodies, { id: 'NewTotpAnswer' });

export const confirmTotpForm = z
  .object({
    id: requiredText('Please begin the set-up again', { label: 'Id', max: limits.text.id }),
    code,
  })
  .register(requestBodies, { id: 'TotpConfirmation' });

export const newRecoveryCodes = success(z.object({ recoveryCodes: z.array(z.string()) })).register(
  responseBodies,
  { id: 'NewRecoveryCodes' },
);

/** The second step of a sign-in. The ticket comes from the first step, or from `POST /sessions/passkey`. */
export const secondFactorForm = withRules(
  z.object({
    ticket: requiredText('Please sign in again', {
      label: 'Ticket',
      max: limits.secondFactor.ticketLength,
    }),
    code: code.optional(),
    recoveryCode: recoveryCode.optional(),
    link: link.optional(),
    passkey: passkeyAnswer.optional(),
  }),
  {
    must: exactlyOne(has('code'), has('recoveryCode'), has('link'), has('passkey')),
    error: 'Please Enter Your Code',
    field: 'code',
  },
).register(requestBodies, { id: 'SecondFactorForm' });

/** The answer of a sign-in with that kind of account. */
export const secondFactorAccepted = z
  .union([adminSignedIn, userSignedIn])
  .register(responseBodies, { id: 'SecondFactorAccepted' });

const factorId = z.object({ id: inPath('a second factor', 'Second factor') });

/** The calls about second factors. No API key may make them. */
export const factorCalls = {
  signInWithFactor: {
    method: 'POST',
    path: '/sessions/secondFactor',
    who: 'anyone',
    urgent: true,
    summary:
      'The second step of a sign-in: a code of an authenticator app, a passkey, a recovery code, or the link of whoever removed the second factor; and the end of a sign-in with a passkey in the place of a password',
    body: secondFactorForm,
    answer: secondFactorAccepted,
    refusals: ['wrong-credentials', 'too-many'],
  },
  getFactors: {
    method: 'GET',
    path: '/sessions/factors',
    who: 'signed-in',
    viewers: true,
    keys: false,
    setsUp: true,
    summary: 'List the second factors of the caller',
    answer: factorList,
  },
  addTotp: {
    method: 'POST',
    path: '/sessions/factors/totp',
    who: 'signed-in',
    viewers: true,
    keys: false,
    setsUp: true,
    asksAgain: 'always',
    summary: `Begin to set up an authenticator app; it counts once it is confirmed, within ${limits.secondFactor.setUpMinutes} minutes`,
    answer: newTotpAnswer,
    refusals: ['conflict'],
  },
  confirmTotp: {
    method: 'POST',
    path: '/sessions/factors/totp/confirm',
    who: 'signed-in',
    viewers: true,
    keys: false,
    setsUp: true,
    summary:
      'Confirm an authenticator app with its first code; from then on a sign-in asks for one',
    body: confirmTotpForm,
    answer: confirmedFactor,
    refusals: ['not-found'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/sessions/factors/recoveryCodes',
    who: 'signed-in',
    viewers: true,
    keys: false,
    setsUp: true,
    asksAgain: 'always',
    summary: 'Make new recovery codes; the older ones end',
    answer: newRecoveryCodes,
    refusals: ['conflict'],
  },
  removeFactor: {
    method: 'DELETE',
    path: '/sessions/factors/:id',
    who: 'signed-in',
    viewers: true,
    keys: false,
    setsUp: true,
    asksAgain: 'always',
    summary: 'Remove a second factor of the caller; with the last one, the recovery codes end',
    params: factorId,
    answer: nothing,
    refusals: ['not-found', 'conflict'],
  },
} as const satisfies Record<string, Call>;
