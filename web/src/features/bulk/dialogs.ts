/* The dialogs of bulk work, in one chunk; `lazy-dialogs` loads it. */

export { ProgressDialog } from './batches/progress-dialog.tsx';
export { CopiesDialog } from './copies/copies-dialog.tsx';
export { ExportDialog } from './files/export-dialog.tsx';
export { ChangeForms } from './forms/change-forms.tsx';
export { ImportWizard } from './import/import-wizard.tsx';
export { PreviewDialog } from './preview/preview-dialog.tsx';
