import type { App } from '@adwarden/contract/apps';
import { useCallback } from 'react';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';

/** What the form is about: an app, or a new one, maybe with the values of another. */
type About = { app: App | null; copyOf?: App };

/** The state of the form of an app. The functions that open it never change. */
export function useAppDialog() {
  const form = useDialog<About>();
  const { open } = form;
  return {
    form,
    openNew: useCallback(() => open({ app: null }), [open]),
    openEdit: useCallback((app: App) => open({ app }), [open]),
    onDuplicate: useCallback((app: App) => open({ app: null, copyOf: app }), [open]),
  };
}
