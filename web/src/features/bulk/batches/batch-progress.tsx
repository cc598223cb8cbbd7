import type { Batch } from '@adwarden/contract/batches/batches';
import { Button, Progress } from '@mantine/core';
import { useBusyDialog } from '../../../ui/dialog/dialog-busy.ts';
import { QuestionInPlace } from '../../../ui/dialog/question-in-place.tsx';
import { useAskInPlace } from '../../../ui/dialog/use-ask-in-place.ts';
import { progressOf, remainingWords } from '../batch-words.ts';
import { useCancelBatch } from '../batches.api.ts';
import classes from './batch-progress.module.css';

/** Returns the part of a batch that is done, in percent. */
export const percentOf = ({ done, total }: Pick<Batch, 'done' | 'total'>): number =>
  total === 0 ? 100 : Math.floor((done / total) * 100);

type Props = {
  batch: Batch;
  /** The question whether to cancel it is open from the start. */
  asks: boolean;
  /** The server does not answer now; what is shown is older. */
  isBehind: boolean;
};

/** Shows how far a batch is, the remaining time, and a button that stops it after a question. */
export function BatchProgress({ batch, asks, isBehind }: Props) {
  const cancel = useCancelBatch();
  const cancelling = useAskInPlace(asks);
  useBusyDialog(cancel.isPending);
  if (cancelling.asking && batch.canCancel) {
    return (
      <QuestionInPlace
        title="Cancel this bulk change?"
        text="It goes on until you confirm. What it has changed by then stays; the rest is not changed."
        button="Cancel the bulk change"
        keep="Let it run"
        pending={cancel.isPending}
        onCancel={cancelling.cancel}
        onConfirm={() => cancel.mutate(batch.id)}
      />
    );
  }
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
            ref={cancelling.trigger}
            onClick={cancelling.ask}
          >
            Cancel…
          </Button>
        )}
      </div>
      <p className={classes.hint}>It goes on when you close this, and when you leave.</p>
    </div>
  );
}
