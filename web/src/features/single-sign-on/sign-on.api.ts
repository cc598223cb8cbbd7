import { singleSignOnCalls } from '@adwarden/contract/single-sign-on/single-sign-on';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Role } from '../../lib/role.ts';

/** What comes back from the provider in the address of a page. */
export type Returned = { state: string; code?: string; error?: string; iss?: string };

/** Begins to link the own account, or the answer to being asked again. The caller shows the errors. */
export function useBeginForSession() {
  return useMutation({
    mutationFn: async (body: { as: Role; for: 'link' | 'again'; ticket?: string }) =>
      (await request(singleSignOnCalls.beginSingleSignOn, { body })).data,
    meta: { errorToast: false },
  });
}

/**
 * Finishes what was begun at the provider. `token` is that of the session for which it was begun; null for a sign-in. The caller
 * shows the errors.
 */
export function useFinishSignOn() {
  return useMutation({
    mutationFn: ({ token, ...body }: Returned & { flow: string; token: string | null }) =>
      request(singleSignOnCalls.finishSingleSignOn, { body, token }),
    meta: { errorToast: false },
  });
}

const removals = { admin: singleSignOnCalls.unbindAdmin, user: singleSignOnCalls.unbindUser };

/** Unlinks the account of somebody. The dialog shows its errors. */
export function useUnlink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ role, id }: { role: Role; id: string }) => request(removals[role], { id }),
    onSuccess: () => askAgain(client, queryKeys.admins, queryKeys.userLists),
    meta: { errorToast: false },
  });
}
