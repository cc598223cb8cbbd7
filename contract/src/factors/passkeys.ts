import { z } from 'zod';
import type { Call } from '../call.ts';
import { passkeyOptions, success } from '../envelope.ts';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { confirmedFactor } from './confirmed.ts';
import { newPasskey } from './passkey-answer.ts';

/* Passkeys (WebAuthn): as a second factor, or in the place of a password (ADR 141). */

/** `replacesPassword`: the passkey signs in without the password. The device then asks for a finger, a face or a PIN each time. */
export const addPasskeyForm = z
  .object({
    replacesPassword: z.boolean({ error: 'Choose true or false' }).default(true),
  })
  .register(requestBodies, { id: 'AddPasskey' });

/** A set-up that waits for the browser. `options` are for `navigator.credentials.create`, in the JSON form of WebAuthn. */
export const newPasskeyAnswer = success(
  z.object({ id: z.string(), options: passkeyOptions }),
).register(responseBodies, { id: 'NewPasskeyAnswer' });

export const passkeyNameField = requiredText('Please Enter Name', {
  label: 'Name',
  max: limits.text.keyName,
  name: true,
});

export const confirmPasskeyForm = z
  .object({
    id: requiredText('Please begin the set-up again', { label: 'Id', max: limits.text.id }),
    name: passkeyNameField,
    response: newPasskey,
  })
  .register(requestBodies, { id: 'PasskeyConfirmation' });

/** `options` are for `navigator.credentials.get`; the answer goes to the second step, with the ticket. */
export const passkeyAsked = success(
  z.object({ ticket: z.string(), options: passkeyOptions }),
).register(responseBodies, { id: 'PasskeyAsked' });

/** The calls about passkeys. The list and the removal are those of all factors. No API key may make them. */
export const passkeyCalls = {
  signInWithPasskey: {
    method: 'POST',
    path: '/sessions/passkey',
    who: 'anyone',
    urgent: true,
    summary:
      'Begin a sign-in with a passkey in the place of a password; the passkey goes to the second step, with this ticket',
    answer: passkeyAsked,
    refusals: ['conflict', 'too-many'],
  },
  addPasskey: {
    method: 'POST',
    path: '/sessions/factors/passkey',
    who: 'signed-in',
    viewers: true,
    keys: false,
    setsUp: true,
    asksAgain: 'always',
    summary: `Begin to set up a passkey; it counts once it is confirmed, within ${limits.secondFactor.setUpMinutes} minutes`,
    body: addPasskeyForm,
    answer: newPasskeyAnswer,
    refusals: ['conflict'],
  },
  confirmPasskey: {
    method: 'POST',
    path: '/sessions/factors/passkey/confirm',
    who: 'signed-in',
    viewers: true,
    keys: false,
    setsUp: true,
    summary: 'Confirm a passkey with the answer of the browser; from then on sign-ins take it',
    body: confirmPasskeyForm,
    answer: confirmedFactor,
    refusals: ['not-found', 'conflict'],
  },
} as const satisfies Record<string, Call>;
