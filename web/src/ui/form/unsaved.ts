import { useEffect, useEffectEvent } from 'react';

/** Forms on the page, each asked whether it holds something that is not saved. */
const forms = new Set<() => boolean>();

/** Whether anything that was typed on this page is not saved. */
export const hasUnsavedWork = (): boolean => [...forms].some((isDirty) => isDirty());

/**
 * Registers a form with the page, while `active`: before unsaved changes are lost, `LeaveGuard` asks
 * once for all forms, and a session that is over is renewed instead of leaving.
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
