import type { changeList, restored, wayBackPreview } from '@adwarden/contract/changes';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toastSuccess } from '../../lib/toasts.ts';

type ChangesAnswer = (typeof changeList)['_output'];
type RestoredAnswer = (typeof restored)['_output'];

/** What has a history and a list of what was deleted. */
export type Restorable = 'app' | 'user';

/** Ask along the contract's `changeListQuery`, times in ISO 8601. */
function fetchChanges(query: Query, signal?: AbortSignal): Promise<ChangesAnswer> {
  return request<ChangesAnswer>('getChanges', { query, ...(signal && { signal }) });
}

/** A page of the log, newest first. */
export const changesQuery = (question: Query) =>
  queryOptions({
    queryKey: [...queryKeys.changes, question],
    queryFn: ({ signal }) => fetchChanges(question, signal),
    placeholderData: keepPreviousData,
  });

/** One way back: without one change, or to the state after it. */
export type Way = 'undo' | 'restore';

/** What a way back would change, asked anew each time it is shown; a refusal is shown in its place. */
export const wayBackQuery = (way: Way, seq: number) =>
  queryOptions({
    queryKey: [...queryKeys.wayBack, way, seq] as const,
    queryFn: async ({ signal }) => {
      const name = way === 'undo' ? 'previewUndo' : 'previewRestore';
      type Answer = (typeof wayBackPreview)['_output'];
      return (await request<Answer>(name, { id: seq, signal })).data;
    },
    staleTime: 0,
    gcTime: 0,
    meta: { errorToast: false },
  });

function restore(seq: number): Promise<RestoredAnswer> {
  return request<RestoredAnswer>('restoreChange', { id: seq });
}

/** Restores what the log says is gone; what is back already must not be set back by an old list. */
async function restoreDeleted(
  entity: Restorable | 'app-configuration',
  key: string,
): Promise<RestoredAnswer> {
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

/** Takes a way back; `last` is the last entry when its difference was shown: a newer one is refused (409). */
export function useWayBack(way: Way) {
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: ({ seq, last }: { seq: number; last: number }) =>
      request<RestoredAnswer>(way === 'undo' ? 'undoChange' : 'restoreChange', {
        id: seq,
        body: { last },
      }),
    onSuccess: (answer) => {
      tell(answer);
      return refresh();
    },
  });
}

/** Brings what was deleted back, a configuration by its app's id; an Error says when it is back already. */
export function useRestoreDeleted(entity: Restorable | 'app-configuration') {
  const onSettled = useRefreshAll();
  return useMutation({
    mutationFn: (key: string) => restoreDeleted(entity, key),
    onSuccess: tell,
    onSettled,
  });
}
