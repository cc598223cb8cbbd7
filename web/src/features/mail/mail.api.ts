import { mailCalls } from '@adwarden/contract/notifications/mail';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Whether the signed-in administrator gets a daily mail. */
export const mailQuery = queryOptions({
  queryKey: queryKeys.mail,
  queryFn: async ({ signal }) => (await request(mailCalls.getMail, { signal })).data,
  // The panel shows it.
  meta: { errorToast: false },
});

/** Turns the daily mail on or off. */
export function useUpdateMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (subscribed: boolean) => request(mailCalls.updateMail, { body: { subscribed } }),
    onSuccess: ({ data }) => client.setQueryData(mailQuery.queryKey, data),
  });
}

/** Sends a test mail; the answer says whether the mail server has taken it. */
export const useTestMail = () => useMutation({ mutationFn: () => request(mailCalls.testMail) });
