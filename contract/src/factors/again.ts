import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { exactlyOne, has, withRules } from '../field-rules.ts';
import { givenPassword, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { code, recoveryCode } from './factors.ts';
import { passkeyAnswer } from './passkey-answer.ts';

/* Asking again: before some writes, the person of a session confirms that it is still them (ADR 136). */

/** The answer to the question of a refused call. The ticket is in the refusal. */
export const againForm = withRules(
  z.object({
    ticket: requiredText('Please try again', {
      label: 'Ticket',
      max: limits.secondFactor.ticketLength,
    }),
    password: givenPassword('Please Enter Your Password').optional(),
    code: code.optional(),
    recoveryCode: recoveryCode.optional(),
    passkey: passkeyAnswer.optional(),
  }),
  {
    must: exactlyOne(has('password'), has('code'), has('recoveryCode'), has('passkey')),
    error: 'Send a password, a code, a recovery code or a passkey',
    field: 'ticket',
  },
).register(requestBodies, { id: 'AgainForm' });

/** `token` takes the place of the session's bearer token, which ends. The session stays the same. */
export const confirmedAgain = success(z.null())
  .extend({ token: z.string() })
  .register(responseBodies, { id: 'ConfirmedAgain' });

/** The call with which somebody confirms that it is them. */
export const againCalls = {
  confirmAgain: {
    method: 'POST',
    path: '/sessions/again',
    who: 'signed-in',
    viewers: true,
    keys: false,
    setsUp: true,
    urgent: true,
    summary:
      'Confirm that it is still the person of the session, with the second factor, or with the password for who has none; the session gets another token',
    body: againForm,
    answer: confirmedAgain,
    refusals: ['too-many'],
  },
} as const satisfies Record<string, Call>;
