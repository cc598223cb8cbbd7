import type { Batch } from '@adwarden/contract/batches/batches';
import { Button, Progress } from '@mantine/core';
import { progressOf, remainingWords } from '../batch-words.ts';
import { useCancelBatch } from '../batches.api.ts';
import classes from './batch-progress.module.css';

/** The part of a batch that is done, in percent. */
export const percentOf = ({ done, total }: Pick<Batch, 'done' | 'total'>): number =>
  total === 0 ? 100 : Math.floor((done / total) * 100);

type Props = {
  batch: Batch;
  /** The server does not answer now; what is shown is older. */
  isBehind: boolean;
};

/** How far a batch is, the remaining time, and a button that stops it. */
export function BatchProgress({ batch, isBehind }: Props) {
  const cancel = useCancelBatch();
  const words = [progressOf(batch), remainingWords(batch.remainingSeconds)].filter(Boolean);
  return (
    <div className={classes.progress}>
      <Progress.Root size="lg">
        <Progress.Section value={percentOf(batch)} aria-label={batch.title} />
      </Progress.Root>
      <div className={classes.line}>
        <span role="status" className={classes.words}>
          {isBehind ? 'The server does not answer. Asking again…' : words.join(', ')}
        </span>
        {batch.canCancel && (
          <Button
            variant="default"
            size="compact-sm"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(batch.id)}
          >
            Cancel
          </Button>
        )}
      </div>
      <p className={classes.hint}>It goes on when you close this, and when you leave.</p>
    </div>
  );
}
