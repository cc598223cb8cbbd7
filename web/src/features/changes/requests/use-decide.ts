import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { useUndo } from '../../../lib/use-undo.ts';
import { toastSaved } from '../../../ui/feedback/action-toast.tsx';
import { type Decision, requestIn, useDecision } from './change-requests.api.ts';

/**
 * Carries out a decision about a request, and says it, with an Undo of what it has changed. Resolves to 'done', to the
 * request as it is now if the decision was refused, and to null after any other error.
 */
export function useDecide() {
  const decision = useDecision();
  const undo = useUndo();
  async function decide(asked: Decision): Promise<'done' | ChangeRequest | null> {
    try {
      const { message, data } = await decision.mutateAsync(asked);
      const entries = 'entries' in data ? data.entries : [];
      toastSaved(message, entries.length > 0 ? () => undo(...entries) : null);
      return 'done';
    } catch (error) {
      return requestIn(error);
    }
  }
  return { decide, isPending: decision.isPending };
}
