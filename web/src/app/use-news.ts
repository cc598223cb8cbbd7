import { type ChangeEntity, changeCalls } from '@adwarden/contract/changes/changes';
import { type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import { request } from '../lib/http-client.ts';
import { queryKeys } from '../lib/query-keys.ts';

/** Milliseconds between two questions while the tab is visible. */
const everyMs = 8_000;
/** Milliseconds to the next question after one that failed. */
const afterFailureMs = 30_000;

const { appLists, appStats, findings, configurationLists, changeRequestLists } = queryKeys;
const { filterValues, ipRules, tokenUses, trafficSteps } = queryKeys;

/**
 * The lists and counts that show things of a kind. An open form and the options of its selects are not among them: they
 * stay as they are, and a save says when they are out of date.
 */
const shownIn: Record<ChangeEntity, readonly QueryKey[]> = {
  app: [
    appLists,
    appStats,
    findings,
    tokenUses,
    trafficSteps,
    filterValues,
    configurationLists,
    changeRequestLists,
    queryKeys.userLists,
    queryKeys.accounts,
  ],
  'app-configuration': [appLists, configurationLists, findings, ipRules, trafficSteps],
  user: [queryKeys.userLists, appLists, appStats, configurationLists, trafficSteps],
  category: [queryKeys.categories],
  'global-config': [findings, appStats, ipRules, trafficSteps],
  secret: [],
  admin: [],
  finding: [findings, appStats],
  // The marks in lists of apps follow (use-active-pauses.ts).
  pause: [queryKeys.pauses, trafficSteps, filterValues],
  'change-request': [changeRequestLists, queryKeys.waitingChangeRequests, appLists, filterValues],
  batch: [queryKeys.batchLists, trafficSteps],
  'api-key': [queryKeys.apiKeys],
  session: [queryKeys.sessions],
  factor: [queryKeys.factors],
  'single-sign-on': [queryKeys.factors, queryKeys.admins, queryKeys.userLists],
  webhook: [queryKeys.webhooks, findings, appStats],
  // Missing lines on a site are a finding, too.
  account: [queryKeys.accounts, findings, appStats],
};
/** Every change adds an entry to the log. */
const ofTheLog = [queryKeys.changes, queryKeys.history, queryKeys.deleted];

/** Fetches what shows these kinds again: at once if it is on the screen, else when it is opened. */
function fetchAgain(client: QueryClient, changed: readonly ChangeEntity[]): void {
  if (changed.length === 0) return;
  const keys = new Set([...changed.flatMap((kind) => shownIn[kind]), ...ofTheLog]);
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}

/**
 * Keeps lists up to date with the changes of others while somebody is signed in. Every few seconds it asks what has
 * changed since the last time, and fetches more only if something has. A hidden tab asks when it is shown again.
 */
export function useNews(account: string | null): void {
  useQuery({
    queryKey: [...queryKeys.news, account],
    queryFn: async ({ client, queryKey, signal }) => {
      const mark = client.getQueryData<string>(queryKey);
      const { data } = await request(changeCalls.getNews, {
        query: { mark },
        signal,
        isBackground: true,
      });
      fetchAgain(client, data.changed);
      return data.mark;
    },
    enabled: account !== null,
    refetchInterval: ({ state }) => (state.error ? afterFailureMs : everyMs),
    refetchOnWindowFocus: 'always',
    retry: false,
    notifyOnChangeProps: [],
    meta: { errorToast: false },
  });
}
