import {
  type Account,
  type AccountChanges,
  appAdsCalls,
  appAdsPath,
} from '@adwarden/contract/app-ads/app-ads';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { publicUrl } from '../../lib/page-settings.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Returns the public address of the app-ads.txt of an account. */
export const appAdsUrl = (account: string): string =>
  `${publicUrl()}${appAdsPath}?${new URLSearchParams({ account })}`;

/** Reads a page of the accounts of all apps, by name. */
export const accountsQuery = (question: Query<typeof appAdsCalls.getAccounts>) =>
  queryOptions({
    queryKey: [...queryKeys.accounts, 'list', question] as const,
    queryFn: ({ signal }) => request(appAdsCalls.getAccounts, { query: question, signal }),
    placeholderData: keepPreviousData,
    // The list shows the error.
    meta: { errorToast: false },
  });

/** Reads one account, by any spelling of its name. */
export const accountQuery = (name: string) =>
  queryOptions({
    queryKey: [...queryKeys.accounts, 'one', name] as const,
    queryFn: async ({ signal }): Promise<Account> =>
      (await request(appAdsCalls.getAccount, { id: name, signal })).data,
    // The page shows the error.
    meta: { errorToast: false },
  });

/** The queries that a write makes out of date. Findings are among them, because missing lines are a finding. */
const changed = [queryKeys.accounts, queryKeys.findings, queryKeys.appStats];

/** Sets the site and the further lines of an account; the caller shows its errors. */
export function useUpdateAccount(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountChanges) => request(appAdsCalls.updateAccount, { id: name, body }),
    async onSuccess({ data }) {
      await askAgain(client, ...changed);
      client.setQueryData(accountQuery(name).queryKey, data);
    },
    meta: { errorToast: false },
  });
}

/** Fetches the file of an account's site, and compares it. */
export function useCheckSite(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(appAdsCalls.checkAppAds, { body: { account: name } }),
    async onSuccess({ data: check }) {
      await askAgain(client, ...changed);
      client.setQueryData(
        accountQuery(name).queryKey,
        (account) => account && { ...account, check },
      );
    },
  });
}
