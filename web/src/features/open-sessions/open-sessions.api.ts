import { openSessionCalls } from '@adwarden/contract/open-sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The open sessions of a person, all in one answer; own ones without `account`. */
export const openSessionsQuery = (account: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.sessions, account ?? ''] as const,
    queryFn: ({ signal }) => request(openSessionCalls.getSessions, { query: { account }, signal }),
  });

function useRefresh() {
  const client = useQueryClient();
  return () => askAgain(client, queryKeys.sessions);
}

/** Ends a session. */
export function useEndSession() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(openSessionCalls.endSession, { id }),
    onSuccess,
  });
}

/** Ends all own sessions but the one of this tab. */
export function useEndOtherSessions() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: () => request(openSessionCalls.endOtherSessions),
    onSuccess,
  });
}
