import { lazyDialog } from '../../../../ui/lazy-part.tsx';

/* A chunk of its own, because most visits of the form paste no list. */

export const loadFillDialog = async () => (await import('./fill-dialog.tsx')).FillDialog;

export const FillDialog = lazyDialog(loadFillDialog);
