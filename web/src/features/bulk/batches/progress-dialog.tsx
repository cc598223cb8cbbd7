import type { Batch } from '@adwarden/contract/batches/batches';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { BatchOutcome } from './batch-outcome.tsx';

type Props = { opened: boolean; batch: Batch; onClose: () => void };

/** Shows a batch that was started now; closes by itself when everything was done. It begins anew with another `key`. */
export function ProgressDialog({ opened, batch: first, onClose }: Props) {
  const [{ id, title }, setBatch] = useState(first);
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={560}>
      <BatchOutcome key={id} batchID={id} onUndone={setBatch} onComplete={onClose} />
    </Dialog>
  );
}
