import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { DataTable, type TableResult } from '../data-table/data-table.tsx';
import { dataTableColumns } from '../data-table/data-table-columns.ts';
import { RowMenu } from '../data-table/row-menu.tsx';
import {
  AllCheckbox,
  RowCheckbox,
  RowSelectionProvider,
  useSelection,
} from '../data-table/row-selection.tsx';
import { SelectButton } from '../data-table/select-button.tsx';
import { shipShape } from '../data-table/testing/ship-shape.ts';
import { useRowDeletion } from '../data-table/use-row-deletion.tsx';
import { useTableState } from '../data-table/use-table-state.ts';
import { StatusBadge } from '../status-badge.tsx';
import { CutText } from '../text/cut-text.tsx';
import { MiddleCut } from '../text/middle-cut.tsx';
import type { PieceProps, State } from './state.ts';

type Ship = { id: string; name: string; port: string; atSea: boolean; crew: number };

const ships: Ship[] = Array.from({ length: 10 }, (_, index) => ({
  id: `q7m2x5k3v4y6z7a${index}`,
  name: `Ship ${index} with a name that is longer than its column`,
  port: 'Harbour',
  atSea: index % 2 === 0,
  crew: index * 7,
}));

const noShips = { ids: [], isQueryShown: false };
const allShips = { ids: ships.map(({ id }) => id), isQueryShown: false };

const column = dataTableColumns<Ship>();
const columns = [
  column.display({
    id: 'selected',
    header: () => <AllCheckbox />,
    cell: ({ row: { original: ship } }) => (
      <RowCheckbox id={ship.id} label={`Select ${ship.name}`} />
    ),
    meta: { label: 'Selection', card: 'media', width: 36, fixed: true },
  }),
  column.accessor('id', {
    header: 'Ship ID',
    cell: ({ row: { original: ship } }) => <MiddleCut value={ship.id} label="Ship ID" />,
    meta: { givesWay: 1 },
  }),
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: ship } }) => <CutText>{ship.name}</CutText>,
    meta: { card: 'title', grow: 3 },
  }),
  column.accessor('port', { header: 'Port', meta: { hidden: true } }),
  column.accessor('atSea', {
    header: 'Status',
    cell: ({ row: { original: ship } }) => (
      <StatusBadge tone={ship.atSea ? 'success' : 'neutral'}>
        {ship.atSea ? 'At sea' : 'In port'}
      </StatusBadge>
    ),
  }),
  column.accessor('crew', { header: 'Crew', meta: { align: 'end', width: 60 } }),
];

function resultIn(state: State): TableResult<Ship> {
  const isError = state === 'error';
  return {
    data:
      state === 'ready' ? { data: ships, total: 25 } : state === 'empty' ? { data: [] } : undefined,
    error: isError ? new Error('The server cannot be reached') : null,
    isFetching: state === 'loading',
    isPlaceholderData: false,
    refetch: () => {},
  };
}

function Ships({ state }: PieceProps) {
  const control = useTableState(shipShape);
  const selection = useSelection(true);
  const deletion = useRowDeletion<Ship>({
    rowId: ({ id }) => id,
    // The part of a mutation that is used.
    deletion: {
      isPending: state === 'loading',
      mutateAsync: async () => ({ message: 'Deleted' }),
    } as unknown as Parameters<typeof useRowDeletion<Ship>>[0]['deletion'],
    onDeleted: () => {},
  });
  return (
    <RowSelectionProvider selection={selection} page={state === 'ready' ? allShips : noShips}>
      <DataTable
        label="Ships"
        columns={columns}
        rowId={({ id }) => id}
        control={control}
        result={resultIn(state)}
        searchPlaceholder="Search for a ship..."
        empty={{ title: 'No ships yet', action: <Button>Add a ship</Button> }}
        rowActions={(ship) => (
          <RowMenu
            label={`Actions for ${ship.name}`}
            actions={[
              { label: 'Edit', Icon: IconPencil, act: () => {} },
              {
                label: 'Delete',
                Icon: IconTrash,
                act: () => deletion.askToDelete(ship),
                danger: true,
              },
            ]}
          />
        )}
        onOpen={() => {}}
        actions={<SelectButton selection={selection} />}
      />
      {deletion.modal}
    </RowSelectionProvider>
  );
}

/** The data table with its parts. */
export const tablePieces: Record<string, ComponentType<PieceProps>> = { DataTable: Ships };
