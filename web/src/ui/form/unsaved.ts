import { useEffect, useEffectEvent } from 'react';

/** One function per form on the page, which says whether the form has unsaved changes. */
const forms = new Set<() => boolean>();

/** Whether any form on the page has unsaved changes. */
export const hasUnsavedWork = (): boolean => [...forms].some((isDirty) => isDirty());

/**
 * Registers a form while `active`. If it has unsaved changes, `LeaveGuard` asks before they are lost, and a session
 * that ended is renewed in a dialog.
 */
export function useUnsaved(active: boolean, isDirty: () => boolean): void {
  const ask = useEffectEvent(isDirty);
  useEffect(() => {
    if (!active) return;
    const form = () => ask();
    forms.add(form);
    return () => void forms.delete(form);
  }, [active]);
}
