import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { mayWrite } from '../../people/may.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowMenu } from '../../ui/data-table/row-menu.tsx';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { edgesQuery, type SeenEdge } from './edges.api.ts';
import { edgeColumns } from './edges.columns.tsx';
import { ForgetDialog } from './forget-dialog.tsx';

/** The only order is that of the server: silent ones first. */
const shape: TableShape = { storageKey: 'edges', sorts: [], defaultSort: 'name', filters: [] };

const empty = {
  title: 'No edges yet',
  text: 'An edge is a machine near the phones that answers ads without a database. To start one, set EDGE_KEYS here, and ROLE=ads, OFFICE_URL and EDGE_KEY there (docs/operate.md, “Edges”).',
};

/** The edges of all offices of this database, as they were heard of last (ADR 49). */
export function EdgeList() {
  const control = useTableState(shape);
  const { page, pageSize } = control.query;
  const result = useQuery(edgesQuery({ page, pageSize }));
  const forget = useDialog<SeenEdge>();
  return (
    <>
      <DataTable
        label="Edges"
        columns={edgeColumns}
        rowId={({ name }) => name}
        control={control}
        result={result}
        empty={empty}
        rowActions={(edge) =>
          mayWrite() &&
          edge.state === 'silent' && (
            <RowMenu
              label={`Actions for ${edge.name}`}
              actions={[{ label: 'Forget…', Icon: IconTrash, act: () => forget.open(edge) }]}
            />
          )
        }
      />
      <ForgetDialog opened={forget.opened} edge={forget.about} onClose={forget.close} />
    </>
  );
}
