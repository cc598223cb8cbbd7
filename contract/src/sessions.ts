import { z } from 'zod';
import type { Call } from './call.ts';
import { nothing, success } from './envelope.ts';
import { givenPassword, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { requestBodies, responseBodies } from './named.ts';

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

/** The answer to a sign-in. `token` is the bearer token of all further calls. */
export const adminSignedIn = success(adminSessionUser)
  .extend({
    token: z.string(),
    user: adminSessionUser,
  })
  .register(responseBodies, { id: 'AdminSignedIn' });
export const userSignedIn = success(ownerSessionUser)
  .extend({
    token: z.string(),
    user: ownerSessionUser,
  })
  .register(responseBodies, { id: 'UserSignedIn' });

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
    refusals: ['wrong-credentials', 'too-many'],
  },
  userSignIn: {
    method: 'POST',
    path: '/user/login',
    who: 'anyone',
    urgent: true,
    summary: 'Sign in as an app owner',
    body: userSignInForm,
    answer: userSignedIn,
    refusals: ['wrong-credentials', 'too-many'],
  },
  signOut: {
    method: 'POST',
    path: '/admin/Adminlogout',
    who: 'anyone',
    urgent: true,
    summary: 'End the session of the caller',
    body: signOutForm,
    answer: nothing,
  },
} as const satisfies Record<string, Call>;
