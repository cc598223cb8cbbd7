import { IconDownload } from '@tabler/icons-react';
import type { TableQuery } from '../../../ui/data-table/table-state.ts';
import { useVisibleColumns } from '../../../ui/data-table/visible-columns.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { OpenedExport } from '../opened-dialogs.tsx';
import type { Exportable } from './export-dialog.tsx';
import { exportOfUsers } from './exports.ts';
import { ListMenu } from './list-menu.tsx';

type Props = { query: TableQuery; total: number };

/** The menu of the list of users: export what it shows. */
export function UserListMenu({ query, total }: Props) {
  const shown = useVisibleColumns();
  const exporting = useDialog<Exportable>();
  return (
    <>
      <ListMenu
        label="Export"
        actions={[
          {
            label: 'Export these users…',
            Icon: IconDownload,
            act: () => exporting.open(exportOfUsers(query, total, shown)),
          },
        ]}
      />
      <OpenedExport dialog={exporting} />
    </>
  );
}
