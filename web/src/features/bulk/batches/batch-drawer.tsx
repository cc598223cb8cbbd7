import type { Batch } from '@adwarden/contract/batches/batches';
import { Stack, Text } from '@mantine/core';
import { formatDateTime } from '../../../lib/dates.ts';
import { SideDrawer } from '../../../ui/dialog/dialog.tsx';
import { BatchOutcome } from './batch-outcome.tsx';

type Props = {
  opened: boolean;
  batch: Batch | null;
  onClose: () => void;
  /** Shows another batch: the one that takes this one back. */
  onShow: (batch: Batch) => void;
};

/** One batch: who started it when, how far it is, and what became of each application. */
export function BatchDrawer({ opened, batch, onClose, onShow }: Props) {
  return (
    <SideDrawer opened={opened} onClose={onClose} size={560} title={<bdi>{batch?.title}</bdi>}>
      {batch && (
        <Stack gap="lg">
          <Text c="dimmed" size="sm">
            Started by <bdi>{batch.by.name}</bdi> on {formatDateTime(batch.at)}
            {batch.undoOf !== null && '. It takes an earlier batch back'}.
          </Text>
          <BatchOutcome key={batch.id} batchID={batch.id} onUndone={onShow} />
        </Stack>
      )}
    </SideDrawer>
  );
}
