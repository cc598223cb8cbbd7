import { changeCalls } from '@adwarden/contract/changes/changes';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toastSuccess } from '../../lib/toasts.ts';

/** The kinds of things that have a history and a list of deleted ones. */
export type Restorable = 'app' | 'user';

/** Fetches a page of the log. `query` is the contract's `changeListQuery`, with times in ISO 8601. */
const fetchChanges = (query: Query<typeof changeCalls.getChanges>, signal?: AbortSignal) =>
  request(changeCalls.getChanges, { query, ...(signal && { signal }) });

/** Reads a page of the log, newest first. */
export const changesQuery = (question: Query<typeof changeCalls.getChanges>) =>
  queryOptions({
    queryKey: [...queryKeys.changes, question],
    queryFn: ({ signal }) => fetchChanges(question, signal),
    placeholderData: keepPreviousData,
  });

/** The ways back: `undo` takes one change back, `restore` goes back to the state after it. */
export type Way = 'undo' | 'restore';

/** Reads the difference that a way back would make. It is fetched each time it is shown, and shows its error in its place. */
export const wayBackQuery = (way: Way, seq: number) =>
  queryOptions({
    queryKey: [...queryKeys.wayBack, way, seq] as const,
    queryFn: async ({ signal }) => {
      const { previewUndo, previewRestore } = changeCalls;
      const call = way === 'undo' ? previewUndo : previewRestore;
      return (await request(call, { id: seq, signal })).data;
    },
    staleTime: 0,
    gcTime: 0,
    meta: { errorToast: false },
  });

/** Restores a deleted thing, unless it exists again: an old list must not overwrite what was changed since. */
async function restoreDeleted(entity: Restorable | 'app-configuration', key: string) {
  const { data } = await fetchChanges({ entity, key, pageSize: 1 });
  const [last] = data;
  if (last?.action !== 'delete') throw new Error('This is back already');
  return request(changeCalls.restoreChange, { id: last.seq });
}

/** Fetches everything again, because a restored thing may be in any list. */
function useRefreshAll() {
  const client = useQueryClient();
  return () => askAgain(client, []);
}

/** Shows the message from the mutation's own options, because the answer to an Undo may come after the user has left the page. */
const showMessage = ({ message }: { message: string }) => toastSuccess(message);

/** Takes a way back. `last` is the newest entry that the shown difference includes; a newer one makes it fail (409). */
export function useWayBack(way: Way) {
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: ({ seq, last }: { seq: number; last: number }) =>
      request(way === 'undo' ? changeCalls.undoChange : changeCalls.restoreChange, {
        id: seq,
        body: { last },
      }),
    onSuccess: (answer) => {
      showMessage(answer);
      return refresh();
    },
  });
}

/** Restores a deleted thing, a configuration by its app's id. Throws if it exists again. */
export function useRestoreDeleted(entity: Restorable | 'app-configuration') {
  const onSettled = useRefreshAll();
  return useMutation({
    mutationFn: (key: string) => restoreDeleted(entity, key),
    onSuccess: showMessage,
    onSettled,
  });
}
