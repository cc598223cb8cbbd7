import type { Batch } from '@adwarden/contract/batches/batches';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { askAgain } from '../../../lib/after-write.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { toastUndo } from '../../../ui/feedback/action-toast.tsx';
import { resultOf } from '../batch-words.ts';
import { useUndoBatch } from '../batches.api.ts';

/** When a batch ends that was seen running, fetches everything again, and says the outcome with a button to undo it. */
export function useEndedBatches(batches: readonly Batch[]): void {
  const client = useQueryClient();
  const { mutate: undo } = useUndoBatch();
  const running = useRef(new Set<string>());

  const onBatches = useEffectEvent((now: readonly Batch[]) => {
    for (const batch of now) {
      if (batch.state === 'running') running.current.add(batch.id);
      else if (running.current.delete(batch.id)) {
        void askAgain(client, []);
        const words = resultOf(batch);
        if (batch.canUndo) toastUndo(words, () => undo(batch.id));
        else toastSuccess(words);
      }
    }
  });
  useEffect(() => onBatches(batches), [batches]);
}
