import {
  type ChangeRequest,
  changeRequestCalls,
} from '@adwarden/contract/change-requests/change-requests';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { askAgain } from '../../lib/after-write.ts';
import { messageOf } from '../../lib/api-error.ts';
import { undoTime } from '../../lib/delays.ts';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Role } from '../../lib/role.ts';
import { requestPath } from '../../lib/safety-tabs.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { dayAndTimeInside } from '../../lib/words/moment-words.ts';
import { toastWith } from '../../ui/feedback/action-toast.tsx';

const sentForApproval = 'Sent for approval. Nothing changes until an administrator approves it.';

/** Returns the text of a toast for a change that is made later: when it is applied, or that it waits for approval. */
function laterWords(message: string, { state, at }: ChangeRequest): string {
  if (state === 'in-review') return sentForApproval;
  return at === null ? message : `${message} for ${dayAndTimeInside(Date.parse(at), Date.now())}`;
}

/**
 * Returns a function that shows the toast of an edit that is applied later, with View, which leads to the change request,
 * and Cancel.
 */
export function useLaterToast(role: Role) {
  const navigate = useNavigate();
  const client = useQueryClient();
  async function cancel(id: string): Promise<void> {
    const { message } = await request(changeRequestCalls.cancelChangeRequest, { id });
    toastSuccess(message);
    await askAgain(client, queryKeys.apps);
  }
  return (message: string, made: ChangeRequest, more = ''): void => {
    const words = laterWords(message, made);
    toastWith(
      more === '' ? words : `${words} ${more}`,
      { label: 'View', act: () => void navigate(requestPath(role, made.id)) },
      {
        time: undoTime,
        other: {
          label: made.state === 'in-review' ? 'Withdraw' : 'Cancel',
          act: () => void cancel(made.id).catch((error) => toastError(messageOf(error))),
        },
      },
    );
  };
}
