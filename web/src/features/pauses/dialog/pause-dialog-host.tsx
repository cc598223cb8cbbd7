import { useEffect } from 'react';
import type { Scope } from '../../../lib/role.ts';
import { useEarlyKeys } from '../../../ui/early-keys.ts';
import { lazyDialog } from '../../../ui/lazy-part.tsx';
import { closePauseDialog, usePauseDialog } from './pause-dialog-store.ts';

/** Loaded at the first opening, because most visits pause nothing. */
const PauseDialog = lazyDialog(async () => (await import('./pause-dialog.tsx')).PauseDialog);

/** Renders the dialog of `openPauseDialog`, once for all pages. */
export function PauseDialogHost({ scope }: { scope: Scope }) {
  const state = usePauseDialog();
  // After a sign-out and the next sign-in it must not be open.
  useEffect(() => closePauseDialog, []);
  useEarlyKeys(state?.opened ?? false);
  if (!state) return null;
  const { visit, opened, draft } = state;
  return (
    <PauseDialog
      key={visit}
      scope={scope}
      opened={opened}
      draft={draft}
      onClose={closePauseDialog}
    />
  );
}
