import type { Batch } from '@adwarden/contract/batches/batches';
import { Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/dates.ts';
import type { Role } from '../../../lib/role.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RowMenu } from '../../../ui/data-table/row-menu.tsx';
import type { TableQuery, TableShape } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { SideDrawer } from '../../../ui/dialog/dialog.tsx';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { batchListQuery } from '../batches.api.ts';
import { BatchOutcome } from './batch-outcome.tsx';
import { batchColumns } from './batches.columns.tsx';

/** The only order is the newest first. */
const shape: TableShape = { storageKey: 'batches', sorts: [], defaultSort: '-at', filters: [] };
const questionOf = ({ sort: _, ...query }: TableQuery) => query;

/** The tab Batches of the page Safety: changes of many applications at once, with their progress and Undo (ADR 40). */
export function BatchList({ of: role }: { of: Role }) {
  const control = useTableState(shape);
  const result = useQuery(batchListQuery(questionOf(control.query)));
  const drawer = useDialog<Batch>();
  return (
    <>
      <DataTable
        label="Batches"
        columns={batchColumns[role]}
        rowId={({ id }) => id}
        control={control}
        result={result}
        empty={{
          title: 'No batch yet',
          text: 'Select applications in their list, and change all of them at once.',
        }}
        rowActions={(batch) => (
          <RowMenu
            label={`Actions for ${batch.title}`}
            actions={[
              {
                label: 'Show the applications',
                Icon: IconListDetails,
                act: () => drawer.open(batch),
              },
              batch.canCancel
                ? { label: 'Cancel…', Icon: IconBan, act: () => drawer.open(batch) }
                : undefined,
              batch.canUndo
                ? { label: 'Undo…', Icon: IconArrowBackUp, act: () => drawer.open(batch) }
                : undefined,
            ]}
          />
        )}
        onOpen={drawer.open}
      />
      <BatchDrawer
        opened={drawer.opened}
        batch={drawer.about}
        onClose={drawer.close}
        onShow={drawer.open}
      />
    </>
  );
}

type Props = {
  opened: boolean;
  batch: Batch | null;
  onClose: () => void;
  /** Shows another batch: the one that takes this one back. */
  onShow: (batch: Batch) => void;
};

/** One batch: who started it when, how far it is, and what became of each application. */
function BatchDrawer({ opened, batch, onClose, onShow }: Props) {
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
