import { singleSignOnCalls } from '@adwarden/contract/single-sign-on/single-sign-on';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import type { Role } from '../../lib/role.ts';

/** Begins a sign-in at the provider, without the session that the tab has. The caller shows the errors. */
export function useBeginSignOn() {
  return useMutation({
    mutationFn: async (body: { as: Role; chooseAccount?: boolean }) =>
      (await request(singleSignOnCalls.beginSingleSignOn, { body, token: null })).data,
    meta: { errorToast: false },
  });
}
