import {
  type Batch,
  type BatchOutcome,
  batchCalls,
  type PreviewOutcome,
} from '@adwarden/contract/batches/batches';
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
import type { AskedBatch, Previewed } from './picked.ts';

/** Milliseconds between two questions about how far a batch is. */
const everyMs = 1_000;
/** The number of newest batches that are followed. */
const newest = 20;

const runningKey = [...queryKeys.batches, 'running'] as const;
const oneKey = (batchID: string) => [...queryKeys.batches, 'one', batchID] as const;

/** Asks what a change would do; nothing changes yet. */
export async function previewChange(asked: AskedBatch): Promise<Previewed> {
  const again = async (at: string | null) => {
    const { at: _, ...change } = asked.change;
    const body = { ...asked, change: at === null ? change : { ...change, at } };
    return (await request(batchCalls.previewBatch, { body })).data;
  };
  return { preview: await again(null), again };
}

/** Reads a page of the apps of a preview, and its counts. */
export const previewedAppsQuery = (
  previewID: string,
  question: { outcome: PreviewOutcome; page: number },
) =>
  queryOptions({
    queryKey: [...queryKeys.batches, 'preview', previewID, question] as const,
    queryFn: ({ signal }) =>
      request(batchCalls.getBatchPreview, {
        id: previewID,
        query: { ...question, pageSize: limits.pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorToast: false },
  });

/** Starts the batch of a preview. The dialog shows its errors. */
export function useStartBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (previewID: string) =>
      // The key of the request: a preview is started once.
      request(batchCalls.startBatch, { body: { previewID }, key: `start-${previewID}` }),
    onSuccess: ({ data }) => follow(client, data.batch),
    meta: { errorToast: false },
  });
}

/** Reads a page of the batches, the newest first; an owner gets their own. */
export const batchListQuery = (question: Query<typeof batchCalls.getBatches>) =>
  queryOptions({
    queryKey: [...queryKeys.batchLists, question] as const,
    queryFn: ({ signal }) => request(batchCalls.getBatches, { query: question, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => whileRunning(data?.data ?? []),
  });

/** The newest batches, read in the background, and again while one of them runs. */
export const newestBatchesQuery = queryOptions({
  queryKey: runningKey,
  queryFn: async ({ signal }) => {
    const query = { pageSize: newest };
    return (await request(batchCalls.getBatches, { query, signal, isBackground: true })).data;
  },
  refetchInterval: ({ state: { data = [] } }) => whileRunning(data),
  meta: { errorToast: false },
});
const whileRunning = (batches: readonly Batch[]) =>
  batches.some(({ state }) => state === 'running') && everyMs;

/** Reads a batch, and again while it runs. */
export const batchQuery = (batchID: string) =>
  queryOptions({
    queryKey: oneKey(batchID),
    queryFn: async ({ signal }) =>
      (await request(batchCalls.getBatch, { id: batchID, signal })).data.batch,
    refetchInterval: ({ state: { data } }) => (!data || data.state === 'running') && everyMs,
    meta: { errorToast: false },
  });

/** Reads a page of the apps of a batch. */
export const batchAppsQuery = (
  batchID: string,
  question: { outcome: BatchOutcome; page: number },
) =>
  queryOptions({
    queryKey: [...oneKey(batchID), 'apps', question] as const,
    queryFn: ({ signal }) =>
      request(batchCalls.getBatchApps, {
        id: batchID,
        query: { ...question, pageSize: limits.pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { errorToast: false },
  });

/** Stops a batch: what it has changed stays. */
export function useCancelBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (batchID: string) => request(batchCalls.cancelBatch, { id: batchID }),
    onSettled: () => askAgain(client, queryKeys.batches),
  });
}

/** Starts the batch that takes another one back. */
export function useUndoBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (batchID: string) =>
      // The key of the request: a batch is undone once.
      request(batchCalls.undoBatch, { id: batchID, key: `undo-${batchID}` }),
    onSuccess: ({ data }) => follow(client, data.batch),
  });
}

/** Puts a batch that was started into the caches, so that it is followed even if it ends before the next question. */
async function follow(client: QueryClient, batch: Batch): Promise<void> {
  await client.cancelQueries({ queryKey: queryKeys.batches });
  client.setQueryData(oneKey(batch.id), batch);
  client.setQueryData<Batch[]>(runningKey, (before = []) => [
    { ...batch, state: 'running' },
    ...before.filter(({ id }) => id !== batch.id),
  ]);
  await askAgain(client, queryKeys.batchLists);
}
