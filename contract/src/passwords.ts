import { z } from 'zod';
import type { Call } from './call.ts';
import { nothing } from './envelope.ts';
import { givenPassword, newPassword, optionalText, trueOrFalse } from './fields.ts';
import { limits } from './limits.ts';
import { requestBodies } from './named.ts';

/** A new password once more. */
export const confirmPassword = givenPassword(
  'Please Enter Your Confirm Password',
  'Confirm Password',
);

const passwords = {
  oldPassword: givenPassword('Please Enter Your old Password', 'Old Password'),
  newPassword: newPassword('Please Enter Your New password', 'New Password'),
  confirmPassword,
  /** false: the other sessions go on. That of the call ends in any case. */
  endOthers: trueOrFalse('End all others').optional(),
};

/** Returns the arguments of `refine` for a form with a new password in `field`, and once more in `confirmPassword`. */
export function confirms(field: string) {
  type Form = Record<string, unknown>;
  const texts = (form: unknown) => {
    const { [field]: first, confirmPassword: second } = (form ?? {}) as Form;
    return [first, second];
  };
  const isSame = (form: Form) => {
    const [first, second] = texts(form);
    return first === second;
  };
  const mismatch = {
    error: 'Confirm Passwords do not match',
    path: ['confirmPassword'],
    when: ({ value }: { value: unknown }) => texts(value).every((text) => typeof text === 'string'),
  };
  return [isSame, mismatch] as const;
}

/** The account is that of the session. `email` may repeat it; another one is refused. */
export const adminPasswordForm = z
  .object({
    email: optionalText({ label: 'Email', max: limits.text.email }).optional(),
    ...passwords,
  })
  .refine(...confirms('newPassword'))
  .register(requestBodies, { id: 'AdminPasswords' });

/** The account is that of the session. `userID` may repeat it; another one is refused. */
export const userPasswordForm = z
  .object({
    userID: optionalText({ label: 'User id', max: limits.text.userID }).optional(),
    ...passwords,
  })
  .refine(...confirms('newPassword'))
  .register(requestBodies, { id: 'UserPasswords' });

/** The calls with which people change their own passwords. */
export const passwordCalls = {
  adminChangePassword: {
    method: 'POST',
    path: '/admin/changePassword',
    who: 'admin',
    viewers: true,
    keys: false,
    setsUp: true,
    summary: 'Change the administrator’s own password',
    body: adminPasswordForm,
    answer: nothing,
    refusals: ['too-many'],
  },
  userChangePassword: {
    method: 'POST',
    path: '/user/changePassword',
    who: 'user',
    keys: false,
    setsUp: true,
    summary: 'Change the app owner’s own password',
    body: userPasswordForm,
    answer: nothing,
    refusals: ['too-many'],
  },
} as const satisfies Record<string, Call>;
