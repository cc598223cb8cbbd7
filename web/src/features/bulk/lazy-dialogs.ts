import { lazyDialog } from '../../ui/lazy-part.tsx';

/* Loaded at the first opening, because most visits of a list change nothing in bulk. */

const load = () => import('./dialogs.ts');

export const ChangeForms = lazyDialog(async () => (await load()).ChangeForms);
export const CopiesDialog = lazyDialog(async () => (await load()).CopiesDialog);
export const ExportDialog = lazyDialog(async () => (await load()).ExportDialog);
export const ImportWizard = lazyDialog(async () => (await load()).ImportWizard);
export const PreviewDialog = lazyDialog(async () => (await load()).PreviewDialog);
export const ProgressDialog = lazyDialog(async () => (await load()).ProgressDialog);
