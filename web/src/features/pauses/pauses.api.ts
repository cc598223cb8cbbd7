import { limits } from '@adwarden/contract/limits';
import {
  type Pause,
  type PauseForm,
  type PauseReach,
  pauseCalls,
} from '@adwarden/contract/pauses/pauses';
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
import { useFormKey } from '../../lib/use-form-key.ts';

/** Reads a page of the active or the ended pauses, in the server's order. An owner gets those that cover at least one own app. */
export const pausesQuery = (question: Query<typeof pauseCalls.getPauses>) =>
  queryOptions({
    queryKey: [...queryKeys.pauseLists, question] as const,
    queryFn: ({ signal }) => request(pauseCalls.getPauses, { query: question, signal }),
    placeholderData: keepPreviousData,
  });

/** Reads the active pauses that cover an app: mostly none or one, at most a hundred. */
export const pausesOfAppQuery = (appID: string) =>
  queryOptions({
    queryKey: [...queryKeys.pauseLists, 'of-app', appID] as const,
    queryFn: async ({ signal }): Promise<Pause[]> => {
      const query = { state: 'active', appID, pageSize: limits.maxPageSize } as const;
      return (await request(pauseCalls.getPauses, { query, signal })).data;
    },
    meta: { errorToast: false },
  });

/** Reads the effect of a pause that begins now. */
export const pauseBeginningQuery = (reach: PauseReach) =>
  queryOptions({
    queryKey: [...queryKeys.pauses, 'beginning', reach] as const,
    queryFn: async ({ signal }) =>
      (await request(pauseCalls.getPauseBeginning, { body: reach, signal })).data,
    staleTime: 0,
    meta: { errorToast: false },
  });

/** Reads the effect of ending a pause now. */
export const pauseEndingQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.pauses, 'ending', id] as const,
    queryFn: async ({ signal }) => (await request(pauseCalls.getPauseEnding, { id, signal })).data,
    staleTime: 0,
    meta: { errorToast: false },
  });

/** Fetches the active pauses that stop most: mostly none or one, at most `limits.pauses.shown`. */
export async function fetchActivePauses(signal: AbortSignal): Promise<Pause[]> {
  const pauses: Pause[] = [];
  const pageSize = limits.maxPageSize;
  for (let page = 0; page * pageSize < limits.pauses.shown; page += 1) {
    const query = { state: 'active', page, pageSize } as const;
    const { data, total } = await request(pauseCalls.getPauses, { query, signal });
    pauses.push(...data);
    if (pauses.length >= total || data.length === 0) break;
  }
  return pauses;
}

/** Fetches the pauses again after one began or ended. The marks in lists of apps follow (use-active-pauses.ts). */
const refresh = (client: QueryClient) => askAgain(client, queryKeys.pauses);

/** Begins a pause. The form shows its errors. */
export function useStartPause() {
  const client = useQueryClient();
  const key = useFormKey();
  return useMutation({
    mutationFn: ({ until, ...rest }: PauseForm) =>
      request(pauseCalls.startPause, {
        body: { ...rest, until: until === null ? null : new Date(until).toISOString() },
        key: key.now(),
      }),
    onSuccess: () => {
      key.renew();
      return refresh(client);
    },
    meta: { errorToast: false },
  });
}

/**
 * Ends a pause by its id, or only for some of its apps; it shows its errors itself. An error may mean that the pause is
 * over already.
 */
export function useEndPause() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; appIDs?: string[] }) =>
      request(pauseCalls.endPause, { id, body }),
    onSettled: () => refresh(client),
  });
}
