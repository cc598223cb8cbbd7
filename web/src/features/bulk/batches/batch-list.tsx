import type { Batch } from '@adwarden/contract/batches/batches';
import { IconArrowBackUp, IconBan, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../../lib/role.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RowMenu } from '../../../ui/data-table/row-menu.tsx';
import type { TableQuery, TableShape } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { batchListQuery } from '../batches.api.ts';
import { BatchDrawer } from './batch-drawer.tsx';
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
