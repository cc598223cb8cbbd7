import { doctorCalls } from '@adwarden/contract/doctor';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** What the server finds at itself, the worst first. It takes some seconds, so it is asked only by a person. */
export const systemCheckQuery = queryOptions({
  queryKey: queryKeys.systemCheck,
  queryFn: ({ signal }) => request(doctorCalls.getSystemChecks, { signal }),
  // What was found a moment ago may be mended now.
  staleTime: 0,
  refetchOnWindowFocus: false,
  // The page shows it.
  meta: { errorToast: false },
});

/** Saves what the open database holds, while its files are gone; returns the folder on the server. */
export const useSaveCopy = () =>
  useMutation({
    mutationFn: async () => (await request(doctorCalls.saveCopy)).data.folder,
    // The page shows it.
    meta: { errorToast: false },
  });

/** Accepts the clock as it is. The checks and the finding about it are asked for again. */
export function useAcceptTime() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(doctorCalls.acceptTime, {}),
    onSettled: () =>
      askAgain(client, queryKeys.systemCheck, queryKeys.findings, queryKeys.appStats),
  });
}
