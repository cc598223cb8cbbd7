import type { Batch } from '@adwarden/contract/batches/batches';
import { Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useShownInAddress } from '../../../lib/address/use-shown-in-address.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import type { Role } from '../../../lib/role.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RowMenu } from '../../../ui/data-table/row-menu.tsx';
import type { TableQuery, TableShape } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { SideDrawer } from '../../../ui/dialog/dialog.tsx';
import { batchListQuery, batchQuery } from '../batches.api.ts';
import { BatchOutcome } from './batch-outcome.tsx';
import { batchColumns } from './batches.columns.tsx';

/** The only order is the newest first. */
const shape: TableShape = { storageKey: 'batches', sorts: [], defaultSort: '-at', filters: [] };
const questionOf = ({ sort: _, ...query }: TableQuery) => query;

/** The tab Batches of the page Safety: changes of many applications at once, with their progress and Undo (ADR 40). */
export function BatchList({ of: role }: { of: Role }) {
  const control = useTableState(shape);
  const result = useQuery(batchListQuery(questionOf(control.query)));
  const drawer = useShownInAddress('batch');
  /** The batch whose question is open already, because its menu was used. */
  const [asked, setAsked] = useState('');
  const show = ({ id }: Batch) => {
    setAsked('');
    drawer.open(id);
  };
  const ask = ({ id }: Batch) => {
    setAsked(id);
    drawer.open(id);
  };
  return (
    <>
      <DataTable
        label="Bulk changes"
        columns={batchColumns[role]}
        rowId={({ id }) => id}
        control={control}
        result={result}
        searchPlaceholder="Search change, person or application..."
        empty={{
          title: 'No bulk change yet',
          text: 'Select applications in their list, and change all of them at once.',
        }}
        rowActions={(batch) => (
          <RowMenu
            label={`Actions for ${batch.title}`}
            actions={[
              {
                label: 'Show the applications',
                Icon: IconListDetails,
                act: () => show(batch),
              },
              batch.canCancel
                ? { label: 'Cancel…', Icon: IconBan, act: () => ask(batch) }
                : undefined,
              batch.canUndo
                ? { label: 'Undo…', Icon: IconArrowBackUp, act: () => ask(batch) }
                : undefined,
            ]}
          />
        )}
        onOpen={show}
      />
      <BatchDrawer
        opened={drawer.opened}
        batchID={drawer.shown}
        asks={drawer.shown === asked}
        onClose={drawer.close}
        onShow={show}
      />
    </>
  );
}

type Props = {
  opened: boolean;
  batchID: string | null;
  /** Its question, to undo or to cancel it, is open at first. */
  asks: boolean;
  onClose: () => void;
  /** Shows another batch: the one that takes this one back. */
  onShow: (batch: Batch) => void;
};

/** One batch: who started it when, how far it is, and what became of each application. */
function BatchDrawer({ opened, batchID, asks, onClose, onShow }: Props) {
  const { data: batch } = useQuery({ ...batchQuery(batchID ?? ''), enabled: opened });
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={560}
      title={<bdi>{batch?.title ?? 'Bulk change'}</bdi>}
    >
      {batchID !== null && (
        <Stack gap="lg">
          {batch && (
            <Text c="dimmed" size="sm">
              Started by <bdi>{batch.by.name}</bdi> on {formatDateTime(batch.at)}
              {batch.undoOf !== null && '. It takes an earlier batch back'}.
            </Text>
          )}
          <BatchOutcome
            key={`${batchID} ${asks}`}
            batchID={batchID}
            asks={asks}
            onUndone={onShow}
          />
        </Stack>
      )}
    </SideDrawer>
  );
}
