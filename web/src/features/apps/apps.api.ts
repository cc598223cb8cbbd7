import { appCalls } from '@adwarden/contract/app-calls';
import type { App, AppInList } from '@adwarden/contract/apps';
import {
  changeRequestCalls,
  type requestedChanges,
} from '@adwarden/contract/change-requests/change-requests';
import { tokenUsesCalls } from '@adwarden/contract/traffic/tokens';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { askAgain, mergeRow } from '../../lib/after-write.ts';
import { type FormFor, type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Scope } from '../../lib/role.ts';
import { useFormKey } from '../../lib/use-form-key.ts';

/** The query of a list of apps. */
export type AppsQuestion = Query<typeof appCalls.getAllApp>;

export type AppPage = { data: AppInList[]; total: number };

/** Returns the name of a person's list of apps, for `useListMemory`. */
export const listName = (scope: Scope): string => `apps ${JSON.stringify(scope)}`;

/** Reads one page of the apps that the user may see; the previous page stays while the next one loads. */
export function appListQuery(scope: Scope, question: AppsQuestion) {
  return queryOptions({
    queryKey: [...queryKeys.appLists, scope, question] as const,
    queryFn: async ({ signal }): Promise<AppPage> => {
      const { data, total = data.length } =
        'userID' in scope
          ? await request(appCalls.getApp, { id: scope.userID, query: question, signal })
          : await request(appCalls.getAllApp, { query: question, signal });
      return { data, total };
    },
    placeholderData: keepPreviousData,
  });
}

/** Returns the list's query for one app. */
export const byID = (appID: string) => ({ appID, page: 0, pageSize: 10 });

/** Reads one app; null if there is none that the user may see. A list that has it provides it until the answer comes. */
export function appQuery(client: QueryClient, scope: Scope, appID: string) {
  const inPage = (page: AppPage | undefined) => page?.data.find((app) => app.appID === appID);
  return {
    ...appListQuery(scope, byID(appID)),
    select: (page: AppPage) => inPage(page) ?? null,
    placeholderData: () => {
      const lists = client.getQueriesData<AppPage>({ queryKey: queryKeys.appLists });
      const app = lists.map(([, page]) => inPage(page)).find((one) => one !== undefined);
      return app && { data: [app], total: 1 };
    },
    meta: { errorToast: false },
  } as const;
}

/** Milliseconds until they are read again: the news do not tell owners about countries and keys. */
const ipRulesAgain = 60_000;

/** Reads what the IP rules of an app depend on besides its own fields. */
export function ipRulesQuery(appID: string) {
  return queryOptions({
    queryKey: [...queryKeys.ipRules, appID] as const,
    queryFn: async ({ signal }) => (await request(appCalls.getIpRules, { id: appID, signal })).data,
    refetchInterval: ipRulesAgain,
    meta: { errorToast: false },
  });
}

/** Updates a changed app in every cached list that contains it, at its place (spec, section 4). */
export function mergeApp(client: QueryClient, app: App): Promise<void> {
  return mergeRow<AppInList>(client, {
    lists: queryKeys.appLists,
    row: app,
    isSame: ({ appID }) => appID === app.appID,
    changed: [queryKeys.apps],
  });
}

/** Tells whether this person's changes of apps wait for an administrator. */
export const needsApprovalQuery = queryOptions({
  queryKey: [...queryKeys.changeRequests, 'needs-approval'],
  queryFn: async ({ signal }) => {
    const query = { pageSize: 1 };
    return (await request(changeRequestCalls.getChangeRequests, { query, signal })).needsApproval;
  },
  meta: { errorToast: false },
});

/** Adds an app, once for each `opening` of the form, and fetches lists and counts again. */
export function useAddApp(opening: unknown) {
  const client = useQueryClient();
  const key = useFormKey(opening);
  return useMutation({
    mutationFn: (body: FormFor<typeof appCalls.addApp>) =>
      request(appCalls.addApp, { body, key: key.now() }),
    onSuccess: () => {
      key.renew();
      return askAgain(client, queryKeys.apps);
    },
    meta: { errorToast: false },
  });
}

/**
 * Changes an app, and updates it in the cached lists. If the owner's changes need approval, the answer has a
 * `changeRequest` instead, and the app stays as it is. A stale edit throws `ApiError` 409.
 */
export function useUpdateApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ appID, body }: { appID: string; body: FormFor<typeof appCalls.updateApp> }) => {
      // The ID is in the path and in the form (spec, section 7).
      body.set('id', appID);
      return request(appCalls.updateApp, { id: appID, body });
    },
    onSuccess: ({ data }) =>
      'changeRequest' in data ? askAgain(client, queryKeys.apps) : mergeApp(client, data),
    meta: { errorToast: false },
  });
}

/** Stores an edit of an app that is applied later. The dialog shows its errors. */
export function useScheduleChange() {
  const client = useQueryClient();
  const key = useFormKey();
  return useMutation({
    mutationFn: (body: ScheduledEdit) =>
      request(changeRequestCalls.createChangeRequest, { body, key: key.now() }),
    onSuccess: () => {
      key.renew();
      return askAgain(client, queryKeys.apps);
    },
    meta: { errorToast: false },
  });
}

/** `at` in ISO 8601. */
export type ScheduledEdit = {
  appID: string;
  changes: z.input<typeof requestedChanges>;
  at: string;
  note: string;
};

/** Deletes an app with its configuration; administrators only. */
export function useDeleteApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (appID: string) => request(appCalls.deleteApp, { id: appID }),
    onSuccess: () => askAgain(client, queryKeys.apps),
  });
}

/** Reads the old tokens of an app that are still valid. */
export function oldTokensQuery(appID: string) {
  return queryOptions({
    queryKey: [...queryKeys.oldTokens, appID] as const,
    queryFn: ({ signal }) => request(appCalls.getOldTokens, { id: appID, signal }),
    select: ({ data }) => data.oldTokens,
    // It is shown next to the button that revokes them, so it must not come from the cache.
    staleTime: 0,
  });
}

/** Reads the valid tokens of an app, the current one first, and how often each is used. */
export function tokenUsesQuery(appID: string) {
  return queryOptions({
    queryKey: [...queryKeys.tokenUses, appID] as const,
    queryFn: async ({ signal }) =>
      (await request(tokenUsesCalls.getTokenUses, { id: appID, signal })).data,
    staleTime: 0,
    meta: { errorToast: false },
  });
}

/** Revokes one old token of an app. `since`: the time since when it exists; it identifies the token. */
export function useEndOldToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ appID, since }: { appID: string; since: string }) =>
      request(appCalls.endOldToken, { id: appID, body: { since } }),
    onSuccess: ({ data }) => mergeApp(client, data),
    meta: { errorToast: false },
  });
}

/** Revokes all old tokens of an app. */
export function useRevokeOldTokens() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (appID: string) => request(appCalls.revokeOldTokens, { id: appID }),
    onSuccess: ({ data }) => mergeApp(client, data),
    meta: { errorToast: false },
  });
}

/** Gives an app a new token; the old ones stay valid for at most `keepOldForDays` days, 0 revokes them at once. */
export function useRotateToken() {
  const client = useQueryClient();
  const key = useFormKey();
  return useMutation({
    mutationFn: ({ appID, keepOldForDays }: { appID: string; keepOldForDays: number }) =>
      request(appCalls.rotateToken, { id: appID, body: { keepOldForDays }, key: key.now() }),
    onSuccess: ({ data: { oldTokenUntil: _, ...app } }) => {
      key.renew();
      return mergeApp(client, app);
    },
    meta: { errorToast: false },
  });
}
