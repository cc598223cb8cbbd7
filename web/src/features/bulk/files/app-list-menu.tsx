import type { Batch } from '@adwarden/contract/batches/batches';
import { actions } from '../../../lib/actions.ts';
import { useAskedTo } from '../../../lib/address/use-asked-to.ts';
import { mayWrite } from '../../../people/may.ts';
import type { SelectableList } from '../../../ui/data-table/selection-store.ts';
import { useVisibleColumns } from '../../../ui/data-table/visible-columns.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import type { ImportDeps } from '../import/import-wizard.tsx';
import { ImportWizard } from '../lazy-dialogs.ts';
import { OpenedExport, OpenedProgress } from '../opened-dialogs.tsx';
import type { Exportable } from './export-dialog.tsx';
import { exportOfApps } from './exports.ts';
import { ListMenu } from './list-menu.tsx';

type Props = ImportDeps & { list: SelectableList };

/** The menu of a list of applications: export what it shows, import a file. */
export function AppListMenu({ list: { where, total = 0, sort }, ...deps }: Props) {
  const shown = useVisibleColumns();
  const exporting = useDialog<Exportable>();
  const importing = useDialog<null>();
  const progress = useDialog<Batch>();
  const startExport = () =>
    exporting.open(exportOfApps({ select: { where }, count: total }, { sort, shown }));
  const startImport = () => importing.open(null);
  const writes = mayWrite();
  useAskedTo('import', () => writes && startImport());
  useAskedTo('export', startExport);
  return (
    <>
      <ListMenu
        label={writes ? 'Export and import' : 'Export'}
        actions={[
          {
            label: 'Export these applications…',
            Icon: actions.exportApps.Icon,
            act: startExport,
          },
          ...(writes ? [{ ...actions.importApps, act: startImport }] : []),
        ]}
      />
      {importing.visit > 0 && (
        <ImportWizard
          key={importing.visit}
          opened={importing.opened}
          {...deps}
          onClose={importing.close}
          onStarted={progress.open}
        />
      )}
      <OpenedExport dialog={exporting} />
      <OpenedProgress dialog={progress} />
    </>
  );
}
