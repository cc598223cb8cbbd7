import type { Batch } from '@adwarden/contract/batches/batches';
import type { DialogState } from '../../ui/dialog/use-dialog.ts';
import type { Exportable } from './files/export-dialog.tsx';
import { ExportDialog, ProgressDialog } from './lazy-dialogs.ts';

/** The dialog of an export, once it was opened. */
export function OpenedExport({ dialog }: { dialog: DialogState<Exportable> }) {
  const { visit, opened, about, close } = dialog;
  if (!about) return null;
  return <ExportDialog key={visit} opened={opened} about={about} onClose={close} />;
}

/** The dialog of a batch that was started, once it was opened. */
export function OpenedProgress({ dialog }: { dialog: DialogState<Batch> }) {
  const { visit, opened, about, close } = dialog;
  if (!about) return null;
  return <ProgressDialog key={visit} opened={opened} batch={about} onClose={close} />;
}
