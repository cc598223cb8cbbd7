import { invitationCalls } from '@adwarden/contract/invitations/invitations';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Whom the link with a token is for. The page shows why there is no answer. */
export const invitedQuery = (token: string) =>
  queryOptions({
    queryKey: [...queryKeys.invited, token] as const,
    queryFn: async ({ signal }) =>
      (await request(invitationCalls.lookAtInvitation, { body: { token }, signal })).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorToast: false },
  });

/** Sets the password of an invited account, and answers what a sign-in answers. The form shows its errors. */
export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (body: { token: string; password: string; confirmPassword: string }) =>
      request(invitationCalls.acceptInvitation, { body }),
    meta: { errorToast: false },
  });
}
