import { z } from 'zod';
import type { Call } from './call.ts';
import { nothing, success } from './envelope.ts';
import { givenPassword, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { requestBodies, responseBodies } from './named.ts';
import { accesses } from './people/people.ts';

export const adminSignInForm = z
  .object({
    email: requiredText('Please Enter Your Email', { label: 'Email', max: limits.text.email }),
    password: givenPassword('Please Enter Your Password'),
  })
  .register(requestBodies, { id: 'AdminSignIn' });

export const userSignInForm = z
  .object({
    userID: requiredText('Please Enter Your User id', {
      label: 'User id',
      max: limits.text.userID,
    }),
    password: givenPassword('Please Enter Your Password'),
  })
  .register(requestBodies, { id: 'UserSignIn' });

/** A call with this header, whatever its value, does not count as use of the session: a page makes it by itself. */
export const backgroundHeader = 'adwarden-background';

/** `adminId` is ignored: the caller's own session ends (ADR 28 "Who may call"). */
export const signOutForm = z
  .object({ adminId: z.unknown() })
  .partial()
  .register(requestBodies, { id: 'SignOut' });

export const adminSessionUser = z.object({
  _id: z.string(),
  role: z.literal('admin'),
  /** `view`: a viewer, who changes nothing (ADR 123). A tab may have stored an answer of an older version, without it. */
  access: z.enum(accesses).default('all'),
  fullName: z.string(),
  email: z.string(),
});
export type AdminSessionUser = z.infer<typeof adminSessionUser>;
export const ownerSessionUser = z.object({
  id: z.string(),
  role: z.literal('user'),
  fullName: z.string(),
  userID: z.string(),
});
export type OwnerSessionUser = z.infer<typeof ownerSessionUser>;

/**
 * The steps that somebody must set up before anything else: an own password in place of one that was made for them, or a second
 * factor. Until then the session lasts 15 minutes, and every call but this one is a 403 with the same field (ADR 121).
 */
export const setUps = ['password', 'secondFactor'] as const;
export type SetUp = (typeof setUps)[number];
const mustSetUp = z.array(z.enum(setUps)).optional();

/** The answer to a sign-in. `token` is the bearer token of all further calls. */
export const adminSignedIn = success(adminSessionUser)
  .extend({
    token: z.string(),
    user: adminSessionUser,
    mustSetUp,
  })
  .register(responseBodies, { id: 'AdminSignedIn' });
export const userSignedIn = success(ownerSessionUser)
  .extend({
    token: z.string(),
    user: ownerSessionUser,
    mustSetUp,
  })
  .register(responseBodies, { id: 'UserSignedIn' });

/**
 * The answer to a sign-out. `leaveTo` is there only with `OIDC_SIGN_OUT=on`, for a session that single sign-on has opened: the page of
 * the provider on which the person signs out there, too (ADR 144).
 */
export const signedOut = nothing
  .extend({ leaveTo: z.string().optional() })
  .register(responseBodies, { id: 'SignedOut' });

/** The calls of signing in and out. */
export const sessionCalls = {
  adminSignIn: {
    method: 'POST',
    path: '/admin/login',
    who: 'anyone',
    urgent: true,
    summary: 'Sign in as an administrator',
    body: adminSignInForm,
    answer: adminSignedIn,
    refusals: ['wrong-credentials', 'forbidden', 'too-many'],
  },
  userSignIn: {
    method: 'POST',
    path: '/user/login',
    who: 'anyone',
    urgent: true,
    summary: 'Sign in as an app owner',
    body: userSignInForm,
    answer: userSignedIn,
    refusals: ['wrong-credentials', 'forbidden', 'too-many'],
  },
  signOut: {
    method: 'POST',
    path: '/admin/Adminlogout',
    who: 'anyone',
    urgent: true,
    summary: 'End the session of the caller',
    body: signOutForm,
    answer: signedOut,
  },
} as const satisfies Record<string, Call>;
