import { z } from 'zod';
import type { Call } from './call.ts';
import { nothing } from './envelope.ts';
import { givenPassword, newPassword, optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { requestBodies } from './named.ts';

const passwords = {
  oldPassword: givenPassword('Please Enter Your old Password', 'Old Password'),
  newPassword: newPassword('Please Enter Your New password', 'New Password'),
  confirmPassword: givenPassword('Please Enter Your Confirm Password', 'Confirm Password'),
};

type Passwords = { newPassword: string; confirmPassword: string };
const confirmed = (form: Passwords) => form.newPassword === form.confirmPassword;
const mismatch = {
  error: 'Confirm Passwords do not match',
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) =>
    typeof (value as Passwords)?.newPassword === 'string' &&
    typeof (value as Passwords)?.confirmPassword === 'string',
};

/** The account is that of the session. `email` may repeat it; another one is refused. */
export const adminPasswordForm = z
  .object({
    email: optionalText({ label: 'Email', max: limits.text.email }).optional(),
    ...passwords,
  })
  .refine(confirmed, mismatch)
  .register(requestBodies, { id: 'AdminPasswords' });

/** The account is that of the session. `userID` may repeat it; another one is refused. */
export const userPasswordForm = z
  .object({
    userID: optionalText({ label: 'User id', max: limits.text.userID }).optional(),
    ...passwords,
  })
  .refine(confirmed, mismatch)
  .register(requestBodies, { id: 'UserPasswords' });

/** The calls with which people change their own passwords. */
export const passwordCalls = {
  adminChangePassword: {
    method: 'POST',
    path: '/admin/changePassword',
    who: 'admin',
    summary: 'Change the administrator’s own password',
    body: adminPasswordForm,
    answer: nothing,
    refusals: ['too-many'],
  },
  userChangePassword: {
    method: 'POST',
    path: '/user/changePassword',
    who: 'user',
    summary: 'Change the app owner’s own password',
    body: userPasswordForm,
    answer: nothing,
    refusals: ['too-many'],
  },
} as const satisfies Record<string, Call>;
