import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from './after-write.ts';
import { ApiError, messageOf } from './api-error.ts';
import { request } from './http-client.ts';
import { toastError, toastSuccess } from './toasts.ts';

/**
 * Returns a function that takes a save back; `version` is the version that the save has made. If somebody has changed
 * the thing since, nothing changes (409). A toast says the outcome, also after the user has left the page.
 */
export function useUndo(): (version: number) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (version: number) =>
      request('undoChange', { id: version, body: { last: version } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: toastNotUndone,
    // What was undone may be in any list.
    onSettled: () => askAgain(client, []),
    meta: { errorToast: false },
  });
  return mutate;
}

/** Says why something was not undone, except that the session is over, which is said elsewhere. */
function toastNotUndone(error: unknown): void {
  if (error instanceof ApiError && error.sessionOver) return;
  toastError(`Not undone. ${messageOf(error)}`);
}
