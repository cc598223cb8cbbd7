import { doctorCalls } from '@adwarden/contract/doctor';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The findings of the server about itself, the worst first. The check takes some seconds, so only a person starts it. */
export const systemCheckQuery = queryOptions({
  queryKey: queryKeys.systemCheck,
  queryFn: ({ signal }) => request(doctorCalls.getSystemChecks, { signal }),
  // A problem that was found a moment ago may be solved now.
  staleTime: 0,
  refetchOnWindowFocus: false,
  // The page shows the error.
  meta: { errorToast: false },
});

/** Saves the contents of the open database while its files are gone; returns the folder on the server. */
export const useSaveCopy = () =>
  useMutation({
    mutationFn: async () => (await request(doctorCalls.saveCopy)).data.folder,
    // The page shows the error.
    meta: { errorToast: false },
  });

/** Accepts the clock as it is, and asks for the checks and the finding about it again. */
export function useAcceptTime() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(doctorCalls.acceptTime, {}),
    onSettled: () =>
      askAgain(client, queryKeys.systemCheck, queryKeys.findings, queryKeys.appStats),
  });
}
