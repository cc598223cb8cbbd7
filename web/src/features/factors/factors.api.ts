import type { AnswerOf } from '@adwarden/contract/call';
import { againCalls } from '@adwarden/contract/factors/again';
import { factorCalls } from '@adwarden/contract/factors/factors';
import type { PasskeyAnswer } from '@adwarden/contract/factors/passkey-answer';
import { factorRemovalCalls } from '@adwarden/contract/factors/removing';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Role } from '../../lib/role.ts';

/** The answer to the second step of a sign-in. */
export type SignedIn = AnswerOf<typeof factorCalls.signInWithFactor>;

/** The second step of a sign-in. Its form shows the errors. */
export function useSecondStep() {
  return useMutation({
    mutationFn: (body: {
      ticket: string;
      code?: string;
      recoveryCode?: string;
      link?: string;
      passkey?: PasskeyAnswer;
    }) => request(factorCalls.signInWithFactor, { body }),
    meta: { errorToast: false },
  });
}

/** Confirms that it is still the person of the session. Its form shows the errors. */
export function useConfirmAgain() {
  return useMutation({
    mutationFn: (body: {
      ticket: string;
      password?: string;
      code?: string;
      recoveryCode?: string;
      passkey?: PasskeyAnswer;
    }) => request(againCalls.confirmAgain, { body }),
    meta: { errorToast: false },
  });
}

/** The second factors of the signed-in person, and whether single sign-on is linked. */
export const factorsQuery = queryOptions({
  queryKey: queryKeys.factors,
  queryFn: async ({ signal }) => {
    const { data, ...more } = await request(factorCalls.getFactors, { signal });
    const { recoveryCodesLeft, singleSignOn } = more;
    return { factors: data, recoveryCodesLeft, singleSignOn };
  },
});

function useRefresh() {
  const client = useQueryClient();
  return () => askAgain(client, queryKeys.factors);
}

/** Begins to set up an authenticator app. The dialog shows its errors. */
export function useBeginTotp() {
  return useMutation({
    mutationFn: async () => (await request(factorCalls.addTotp)).data,
    meta: { errorToast: false },
  });
}

/** Confirms an authenticator app. The form shows its errors. */
export function useConfirmTotp() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: { id: string; code: string }) => request(factorCalls.confirmTotp, { body }),
    onSuccess,
    meta: { errorToast: false },
  });
}

/** Makes new recovery codes; the older ones end. The dialog shows its errors. */
export function useRenewRecoveryCodes() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: async () => (await request(factorCalls.renewRecoveryCodes)).data.recoveryCodes,
    onSuccess,
    meta: { errorToast: false },
  });
}

const removals = {
  admin: factorRemovalCalls.removeAdminFactors,
  user: factorRemovalCalls.removeUserFactors,
};

/** Removes the second factors of somebody else, and returns the link that takes their place. The dialog shows its errors. */
export function useRemoveFactorsOf() {
  return useMutation({
    mutationFn: async ({ role, id }: { role: Role; id: string }) =>
      (await request(removals[role], { id })).data,
    meta: { errorToast: false },
  });
}

/** Removes a factor. */
export function useRemoveFactor() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(factorCalls.removeFactor, { id }),
    onSuccess,
  });
}
