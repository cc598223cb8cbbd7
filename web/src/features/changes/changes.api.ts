import type { Change, changeList, restored } from '@adwarden/contract/changes';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Query, request } from '../../lib/http-client.ts';
import { stillDeleted } from './still-deleted.ts';

type ChangesAnswer = (typeof changeList)['_output'];
type RestoredAnswer = (typeof restored)['_output'];

/** What can be brought back. */
export type Restorable = 'app' | 'user';

/** Most entries of one page of the log (contract, limits). */
const most = 100;

/** Ask along the contract's `changeListQuery`, times in ISO 8601. */
function fetchChanges(query: Query, signal?: AbortSignal): Promise<ChangesAnswer> {
  return request<ChangesAnswer>('getChanges', { query, ...(signal && { signal }) });
}

/** A page of the log, newest first. */
export const changesQuery = (question: Query) =>
  queryOptions({
    queryKey: ['changes', 'list', question],
    queryFn: ({ signal }) => fetchChanges(question, signal),
    placeholderData: keepPreviousData,
  });

/** The last deletes of a kind whose things are gone still, newest first; at most the last 100 deletes are looked at. */
export const deletedQuery = (entity: Restorable) =>
  queryOptions({
    queryKey: ['changes', 'deleted', entity],
    queryFn: async ({ signal }): Promise<Change[]> => {
      const pageSize = most;
      const { data: deletes } = await fetchChanges({ entity, action: 'delete', pageSize }, signal);
      const from = deletes.at(-1)?.at;
      if (!from) return [];
      const back = await fetchChanges({ entity, action: 'restore', from, pageSize }, signal);
      return stillDeleted(deletes, back.data);
    },
  });

function restore(seq: number): Promise<RestoredAnswer> {
  return request<RestoredAnswer>('restoreChange', { id: seq });
}

/** Restores what the log says is gone; what is back already must not be set back by an old list. */
async function restoreDeleted(entity: Restorable, key: string): Promise<RestoredAnswer> {
  const { data } = await fetchChanges({ entity, key, pageSize: 1 });
  const [last] = data;
  if (last?.action !== 'delete') throw new Error('This is back already');
  return restore(last.seq);
}

/** Every list may show what came back: its own, its owner's, and the counts. */
function useRefreshAll() {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}

/** Brings an app or a user back as it was after a change, before it for a delete (by `seq`). */
export function useRestore() {
  const onSuccess = useRefreshAll();
  return useMutation({ mutationFn: restore, onSuccess });
}

/** Brings a deleted app or user back, by its id; an Error says when it is back already. */
export function useRestoreDeleted(entity: Restorable) {
  const onSettled = useRefreshAll();
  return useMutation({ mutationFn: (key: string) => restoreDeleted(entity, key), onSettled });
}
