import type { changeList, restored } from '@adwarden/contract/changes';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { toastSuccess } from '../../lib/toasts.ts';

type ChangesAnswer = (typeof changeList)['_output'];
type RestoredAnswer = (typeof restored)['_output'];

/** What can be brought back. */
export type Restorable = 'app' | 'user';

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
  return () => askAgain(client, []);
}

/** Told by the mutation itself, because an Undo may be answered when its page was left. */
const tell = ({ message }: RestoredAnswer) => toastSuccess(message);

/** Brings an app or a user back as it was after a change, before it for a delete (by `seq`). */
export function useRestore() {
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: restore,
    onSuccess: (answer) => {
      tell(answer);
      return refresh();
    },
  });
}

/** Brings a deleted app or user back, by its id; an Error says when it is back already. */
export function useRestoreDeleted(entity: Restorable) {
  const onSettled = useRefreshAll();
  return useMutation({
    mutationFn: (key: string) => restoreDeleted(entity, key),
    onSuccess: tell,
    onSettled,
  });
}
