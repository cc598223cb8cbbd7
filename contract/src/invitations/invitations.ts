import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { newPassword, time } from '../fields.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { confirmPassword, confirms } from '../passwords.ts';
import { personKinds } from '../people/people.ts';
import { adminSignedIn, userSignedIn } from '../sessions.ts';

/* Invitations: a link with which a person sets the password of an account, once (ADR 120). */

/** A token: 32 random bytes in base64url. */
export const invitationToken = z
  .string('Please open the link of your invitation')
  .regex(/^[\w-]{43}$/, 'Please open the whole link of your invitation');

/**
 * A new invitation, in the answer that made it and nowhere else. `link` is a whole address when the server knows its own
 * (OFFICE_ADDRESS, else PUBLIC_URL), and otherwise its path. `mailed`: a mail server has taken it.
 */
export const invitation = z
  .object({ link: z.string(), endsAt: time, mailed: z.boolean() })
  .register(responseBodies, { id: 'Invitation' });
export type Invitation = z.infer<typeof invitation>;

/** The person for whom a link is. */
export const invited = z
  .object({
    role: z.enum(personKinds),
    login: z.string(),
    fullName: z.string(),
    endsAt: time,
  })
  .register(responseBodies, { id: 'Invited' });
export type Invited = z.infer<typeof invited>;
export const invitedAnswer = success(invited).register(responseBodies, { id: 'InvitedAnswer' });

export const lookForm = z
  .object({ token: invitationToken })
  .register(requestBodies, { id: 'InvitationLook' });

export const acceptForm = z
  .object({
    token: invitationToken,
    password: newPassword('Please Enter Your New password', 'Password'),
    confirmPassword,
  })
  .refine(...confirms('password'))
  .register(requestBodies, { id: 'InvitationAcceptance' });

/** The answer of a sign-in with that kind of account. */
export const acceptedAnswer = z
  .union([adminSignedIn, userSignedIn])
  .register(responseBodies, { id: 'InvitationAccepted' });

/** The calls of somebody who has a link. */
export const invitationCalls = {
  lookAtInvitation: {
    method: 'POST',
    path: '/invitations/look',
    who: 'anyone',
    readsOnly: true,
    summary: 'Whom an invitation is for; changes nothing, and the link stays valid',
    body: lookForm,
    answer: invitedAnswer,
    refusals: ['not-found', 'too-many'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/accept',
    who: 'anyone',
    urgent: true,
    summary: 'Set the password of an invited account, and sign in; the link ends',
    body: acceptForm,
    answer: acceptedAnswer,
    refusals: ['not-found', 'wrong-credentials', 'forbidden', 'too-many'],
  },
} as const satisfies Record<string, Call>;
