import { useEffect, useEffectEvent } from 'react';

/** One function per form on the page, which says whether the form has unsaved changes. */
const forms = new Set<() => boolean>();
/** One for each thing on the page that `useKeptOpen` keeps. */
const kept = new Set<symbol>();

const closings = new Set<() => void>();

/** Calls `listener` after each form that was closed; returns how to stop. */
export function onFormClosed(listener: () => void): () => void {
  closings.add(listener);
  return () => void closings.delete(listener);
}

/** Whether any form on the page has unsaved changes. */
export const hasUnsavedWork = (): boolean => [...forms].some((isDirty) => isDirty());

/** Whether signing in on another page would lose something: unsaved changes, a selection, or an open preview. */
export const wouldLoseWork = (): boolean => kept.size > 0 || hasUnsavedWork();

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
    return () => {
      forms.delete(form);
      for (const listener of closings) listener();
    };
  }, [active]);
}

/**
 * Keeps the page open while `active`: when the session ends, a dialog renews it and the page stays as it is. People
 * are not asked when they leave the page. So use it for work that is easy to do again, such as a selection.
 */
export function useKeptOpen(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const one = Symbol();
    kept.add(one);
    return () => void kept.delete(one);
  }, [active]);
}
