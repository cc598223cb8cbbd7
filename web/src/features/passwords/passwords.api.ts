import { passwordCalls } from '@adwarden/contract/passwords';
import { useMutation } from '@tanstack/react-query';
import { ApiError, failedWords, isRefusal } from '../../lib/api-error.ts';
import { request } from '../../lib/http-client.ts';

/** The person whose password it is: an administrator is known by the e-mail, an owner by the login id (spec, section 6). */
export type Account = { role: 'admin'; email: string } | { role: 'user'; userID: string };

export type PasswordFormValues = {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
  endOthers: boolean;
};

const changeCalls = {
  admin: passwordCalls.adminChangePassword,
  user: passwordCalls.userChangePassword,
};

/** Changes their own password; on success all sessions of the account end. */
export function useChangePassword({ role, ...account }: Account) {
  return useMutation({
    mutationFn: (passwords: PasswordFormValues) =>
      request(changeCalls[role], {
        body: { ...account, ...passwords },
      }).catch(failInOwnWord),
  });
}

/** A refusal without words is 'Fail' on this screen (spec, section 8). */
function failInOwnWord(error: unknown): never {
  const isWordless = isRefusal(error) && error.message === failedWords;
  throw isWordless ? new ApiError('Fail', error) : error;
}
