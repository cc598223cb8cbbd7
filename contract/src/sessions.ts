import { z } from 'zod';
import { success } from './envelope.ts';
import { givenPassword, requiredText } from './fields.ts';
import { limits } from './limits.ts';

export const adminSignInForm = z.object({
  email: requiredText('Please Enter Your Email', { label: 'Email', max: limits.text.email }),
  password: givenPassword('Please Enter Your Password'),
});

export const userSignInForm = z.object({
  userID: requiredText('Please Enter Your User id', { label: 'User id', max: limits.text.userID }),
  password: givenPassword('Please Enter Your Password'),
});

/** A call with this header, whatever its value, does not count as use of the session: a page makes it by itself. */
export const backgroundHeader = 'adwarden-background';

/** `adminId` is ignored: the caller's own session ends (ADR 28 "Who may call"). */
export const signOutForm = z.object({ adminId: z.unknown() }).partial();

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
export const adminSignedIn = success(adminSessionUser).extend({
  token: z.string(),
  user: adminSessionUser,
});
export const userSignedIn = success(ownerSessionUser).extend({
  token: z.string(),
  user: ownerSessionUser,
});
export const signedOut = success(z.null());
