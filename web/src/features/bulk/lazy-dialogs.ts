import { lazy } from 'react';

/* Loaded at the first opening, because most visits of a list change nothing in bulk. */

const load = () => import('./dialogs.ts');

export const ChangeForms = lazy(async () => ({ default: (await load()).ChangeForms }));
export const ExportDialog = lazy(async () => ({ default: (await load()).ExportDialog }));
export const ImportWizard = lazy(async () => ({ default: (await load()).ImportWizard }));
export const PauseQuestion = lazy(async () => ({ default: (await load()).PauseQuestion }));
export const PreviewDialog = lazy(async () => ({ default: (await load()).PreviewDialog }));
export const ProgressDialog = lazy(async () => ({ default: (await load()).ProgressDialog }));
