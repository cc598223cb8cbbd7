import {
  type Finding,
  findingCalls,
  type MuteFindingForm,
  type UnmuteFindingForm,
} from '@adwarden/contract/findings/findings';
import { limits } from '@adwarden/contract/limits';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Reads a page of the apps with findings that the person may see, those with most requests first. */
export const findingsQuery = (question: Query<typeof findingCalls.getAppsWithFindings>) =>
  queryOptions({
    queryKey: [...queryKeys.findings, question] as const,
    queryFn: ({ signal }) => request(findingCalls.getAppsWithFindings, { query: question, signal }),
    placeholderData: keepPreviousData,
  });

/** Reads the open findings of one app, the worst first: mostly none or a few, at most a hundred. */
export const openFindingsQuery = (appID: string) =>
  queryOptions({
    queryKey: [...queryKeys.findings, 'of-app', appID] as const,
    queryFn: async ({ signal }): Promise<Finding[]> => {
      const query = { appID, muted: 'false', pageSize: limits.maxPageSize } as const;
      return (await request(findingCalls.getFindings, { query, signal })).data;
    },
    meta: { errorToast: false },
  });

/** Returns the fields that identify a finding in a call. */
const keyOf = ({ appID, rule, field }: UnmuteFindingForm): UnmuteFindingForm => ({
  appID,
  rule,
  field,
});

/** Fetches findings, the dashboard's counts and lists of apps again after a finding was muted or opened. */
const refresh = (client: QueryClient) =>
  askAgain(client, queryKeys.findings, queryKeys.appStats, queryKeys.appLists);

/** Mutes a finding. The dialog shows its errors; one may mean that the finding is over. */
export function useMuteFinding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ finding, reason }: { finding: Finding } & Pick<MuteFindingForm, 'reason'>) =>
      request(findingCalls.muteFinding, { body: { ...keyOf(finding), reason } }),
    onSettled: () => refresh(client),
    meta: { errorToast: false },
  });
}

/** Opens a muted finding again. */
export function useUnmuteFinding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (finding: Finding) => request(findingCalls.unmuteFinding, { body: keyOf(finding) }),
    onSettled: () => refresh(client),
  });
}
