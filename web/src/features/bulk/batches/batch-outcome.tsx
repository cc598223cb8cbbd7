import type { Batch } from '@adwarden/contract/batches/batches';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useBusyDialog } from '../../../ui/dialog/dialog-busy.ts';
import { QuestionInPlace } from '../../../ui/dialog/question-in-place.tsx';
import { useAskInPlace } from '../../../ui/dialog/use-ask-in-place.ts';
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { isComplete, resultOf, stateOf } from '../batch-words.ts';
import { batchQuery, useUndoBatch } from '../batches.api.ts';
import { BatchApps } from './batch-apps.tsx';
import { BatchProgress } from './batch-progress.tsx';

type Props = {
  batchID: string;
  /** The question whether to undo it, or to cancel it while it runs, is open at first. */
  asks?: boolean;
  /** Called with the batch that takes this one back. */
  onUndone: (undo: Batch) => void;
  /** Called when the batch, which was running, has done everything. */
  onComplete?: (() => void) | undefined;
};

/** A batch: how far it is while it runs, then what came out, app by app, and Undo. */
export function BatchOutcome({ batchID, asks = false, onUndone, onComplete }: Props) {
  const { data: batch, error, isFetching, refetch } = useQuery(batchQuery(batchID));
  const complete = useEffectEvent(() => onComplete?.());
  const isDone = batch !== undefined && isComplete(batch);
  useEffect(() => {
    if (isDone) complete();
  }, [isDone]);
  if (!batch && error) {
    return (
      <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (!batch) return <Loading />;
  if (batch.state === 'running') {
    return <BatchProgress batch={batch} asks={asks} isBehind={error !== null} />;
  }
  const { name, tone } = stateOf(batch);
  return (
    <Stack gap="md">
      <Group gap="sm" role="status">
        <StatusBadge tone={tone}>{name}</StatusBadge>
        <Text>{resultOf(batch)}</Text>
      </Group>
      {batch.canUndo && <Undo batch={batch} asks={asks} onUndone={onUndone} />}
      <BatchApps key={batch.state} batch={batch} />
    </Stack>
  );
}

type UndoProps = { batch: Batch; asks: boolean; onUndone: Props['onUndone'] };

/** The button Undo, which asks first. */
function Undo({ batch, asks, onUndone }: UndoProps) {
  const { asking, ask, cancel, trigger } = useAskInPlace(asks);
  const undo = useUndoBatch();
  useBusyDialog(undo.isPending);
  if (!asking) {
    return (
      <div>
        <Button
          ref={trigger}
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={16} />}
          onClick={ask}
        >
          Undo…
        </Button>
      </div>
    );
  }
  return (
    <QuestionInPlace
      title="Undo this bulk change?"
      text="Each application goes back to what it was before, where nobody has changed it since. The others are listed."
      button="Undo"
      pending={undo.isPending}
      onCancel={cancel}
      onConfirm={() => undo.mutate(batch.id, { onSuccess: ({ data }) => onUndone(data.batch) })}
    />
  );
}
