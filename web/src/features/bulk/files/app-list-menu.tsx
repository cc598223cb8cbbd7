import type { Batch } from '@adwarden/contract/batches/batches';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import type { SelectableList } from '../../../ui/data-table/selection-store.ts';
import { useVisibleColumns } from '../../../ui/data-table/visible-columns.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import type { ImportParts } from '../import/import-wizard.tsx';
import { ImportWizard } from '../lazy-dialogs.ts';
import { OpenedExport, OpenedProgress } from '../opened-dialogs.tsx';
import type { Exportable } from './export-dialog.tsx';
import { exportOfApps } from './exports.ts';
import { ListMenu } from './list-menu.tsx';

type Props = ImportParts & { list: SelectableList };

/** The menu of a list of applications: export what it shows, import a file. */
export function AppListMenu({ list: { where, total = 0, sort }, ...parts }: Props) {
  const shown = useVisibleColumns();
  const exporting = useDialog<Exportable>();
  const importing = useDialog<null>();
  const progress = useDialog<Batch>();
  return (
    <>
      <ListMenu
        label="Export and import"
        actions={[
          {
            label: 'Export these applications…',
            Icon: IconDownload,
            act: () =>
              exporting.open(exportOfApps({ select: { where }, count: total }, { sort, shown })),
          },
          { label: 'Import applications…', Icon: IconUpload, act: () => importing.open(null) },
        ]}
      />
      {importing.visit > 0 && (
        <ImportWizard
          key={importing.visit}
          opened={importing.opened}
          {...parts}
          onClose={importing.close}
          onStarted={progress.open}
        />
      )}
      <OpenedExport dialog={exporting} />
      <OpenedProgress dialog={progress} />
    </>
  );
}
