import type { Call } from '@adwarden/contract/call';
import {
  type ChangeRequest,
  changeRequestCalls,
  changeRequestInTheWay,
} from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../../lib/after-write.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type Query, request } from '../../../lib/http-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { RequestAction } from './request-rules.ts';

/** Milliseconds between two fetches of what is on the screen: the server applies requests by itself. */
const everyMs = 30_000;

/** Reads a page of the change requests; an owner gets their own, and those for their apps. */
export const changeRequestsQuery = (question: Query<typeof changeRequestCalls.getChangeRequests>) =>
  queryOptions({
    queryKey: [...queryKeys.changeRequestLists, question] as const,
    queryFn: ({ signal }) =>
      request(changeRequestCalls.getChangeRequests, { query: question, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });

/** Reads one change request. */
export const changeRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.changeRequests, 'one', id] as const,
    queryFn: async ({ signal }) =>
      (await request(changeRequestCalls.getChangeRequest, { id, signal })).data,
    staleTime: 0,
    meta: { errorToast: false },
  });

/** Reads all open requests for an app. */
export const openRequestsQuery = (appID: string) =>
  queryOptions({
    queryKey: [...queryKeys.openChangeRequests, appID] as const,
    queryFn: async ({ signal }) => {
      const query = { state: 'open', appID, pageSize: limits.changeRequests.openOfApp } as const;
      return (await request(changeRequestCalls.getChangeRequests, { query, signal })).data;
    },
    // The place where they are shown says that they could not be loaded.
    meta: { errorToast: false },
  });

/** The number of requests that wait for approval. */
export const waitingCountQuery = queryOptions({
  queryKey: queryKeys.waitingChangeRequests,
  queryFn: async ({ signal }) => {
    const query = { state: 'in-review', pageSize: 1 } as const;
    return (await request(changeRequestCalls.getChangeRequests, { query, signal })).total;
  },
  refetchInterval: everyMs,
  meta: { errorToast: false },
});

export type Decision = { action: RequestAction; id: string; reason?: string };

const calls = {
  approve: changeRequestCalls.approveChangeRequest,
  reject: changeRequestCalls.rejectChangeRequest,
  apply: changeRequestCalls.applyChangeRequest,
  cancel: changeRequestCalls.cancelChangeRequest,
} as const satisfies Record<RequestAction, Call>;

/** Carries out one decision. */
export const decide = ({ action, id, reason }: Decision) =>
  request(calls[action], { id, ...(reason !== undefined && { body: { reason } }) });

/** Fetches again what decisions may have changed: requests, apps and the log. */
export function useRefreshAfterDecisions() {
  const client = useQueryClient();
  return () => askAgain(client, queryKeys.apps, queryKeys.changes, queryKeys.history);
}

/** Decides about one request. A 409 may have changed its state: `requestIn` reads it. */
export function useDecision() {
  const refresh = useRefreshAfterDecisions();
  return useMutation({ mutationFn: decide, onSettled: refresh });
}

/** Gives other values to a request that waits for approval. The form shows its errors. */
export function useCorrection() {
  const refresh = useRefreshAfterDecisions();
  return useMutation({
    mutationFn: async ({ id, changes }: { id: string; changes: Record<string, string> }) =>
      (await request(changeRequestCalls.correctChangeRequest, { id, body: { changes } })).data,
    onSettled: refresh,
    meta: { errorToast: false },
  });
}

/** Returns the request that a refusal (409) is about, in its state now; null for other errors. */
export function requestIn(error: unknown): ChangeRequest | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return changeRequestInTheWay.safeParse(error.extra).data?.changeRequest ?? null;
}
