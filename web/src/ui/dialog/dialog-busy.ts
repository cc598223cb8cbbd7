import { createContext, use, useCallback, useEffect, useId, useState } from 'react';

type Report = (id: string, busy: boolean) => void;

const DialogBusy = createContext<Report>(() => {});

/** Gives `useBusyDialog` the function to report to. */
export const DialogBusyProvider = DialogBusy.Provider;

/** For a dialog: whether anything inside is busy, and the function by which it reports that. */
export function useBusyReports(): [boolean, Report] {
  const [ids, setIds] = useState<readonly string[]>([]);
  const report = useCallback<Report>((id, busy) => {
    setIds((before) => {
      if (before.includes(id) === busy) return before;
      return busy ? [...before, id] : before.filter((one) => one !== id);
    });
  }, []);
  return [ids.length > 0, report];
}

/**
 * Keeps the dialog around the caller open while `busy`: Escape, a click outside and the Close button do nothing, so
 * that the user sees the result.
 */
export function useBusyDialog(busy: boolean): void {
  const id = useId();
  const report = use(DialogBusy);
  useEffect(() => {
    report(id, busy);
    return () => report(id, false);
  }, [id, busy, report]);
}
