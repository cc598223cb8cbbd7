import type { Batch } from '@adwarden/contract/batches/batches';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { Role } from '../../../lib/role.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import type { SelectableList } from '../bar/selection-bar.tsx';
import { ExportDialog, ImportWizard, ProgressDialog } from '../lazy-dialogs.ts';
import type { Exportable } from './export-dialog.tsx';
import { exportOfApps } from './exports.ts';
import { ListMenu } from './list-menu.tsx';

type Props = { of: Role; list: SelectableList };

/** The menu of a list of applications: export what it shows, import a file. */
export function AppListMenu({ of: role, list: { where, total = 0, sort } }: Props) {
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
            act: () => exporting.open(exportOfApps({ select: { where }, count: total }, sort)),
          },
          { label: 'Import applications…', Icon: IconUpload, act: () => importing.open(null) },
        ]}
      />
      <Suspense>
        {exporting.about && (
          <ExportDialog
            key={`export ${exporting.visit}`}
            opened={exporting.opened}
            about={exporting.about}
            onClose={exporting.close}
          />
        )}
        {importing.visit > 0 && (
          <ImportWizard
            key={`import ${importing.visit}`}
            opened={importing.opened}
            role={role}
            onClose={importing.close}
            onStarted={progress.open}
          />
        )}
        {progress.about && (
          <ProgressDialog
            key={`progress ${progress.visit}`}
            opened={progress.opened}
            batch={progress.about}
            onClose={progress.close}
          />
        )}
      </Suspense>
    </>
  );
}
