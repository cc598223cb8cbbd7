import { changeCalls } from '@adwarden/contract/changes/changes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from './after-write.ts';
import { ApiError, messageOf } from './api-error.ts';
import { request } from './http-client.ts';
import { toastError, toastSuccess } from './toasts.ts';

/**
 * Returns a function that undoes saves, the last one first; `versions` are those that the saves have made. If somebody has
 * changed a thing since, it and the saves before stay (409). A toast says the outcome, also after the user has left the
 * page.
 */
export function useUndo(): (...versions: number[]) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    async mutationFn(versions: number[]) {
      let message = '';
      for (const version of versions.toReversed()) {
        ({ message } = await request(changeCalls.undoChange, {
          id: version,
          body: { last: version },
        }));
      }
      return versions.length === 1 ? message : `${versions.length} changes undone`;
    },
    onSuccess: (message) => toastSuccess(message),
    onError: toastNotUndone,
    // Any list may contain what was undone.
    onSettled: () => askAgain(client, []),
    meta: { errorToast: false },
  });
  return (...versions) => mutate(versions);
}

/** Says why something was not undone, except that the session is over: another message says that. */
function toastNotUndone(error: unknown): void {
  if (error instanceof ApiError && error.sessionOver) return;
  toastError(`Not undone. ${messageOf(error)}`);
}
