import { createContext, use, useCallback, useEffect, useId, useState } from 'react';

type Report = (id: string, busy: boolean) => void;

const DialogBusy = createContext<Report>(() => {});

/** Told by `useBusyDialog` whether something inside is under way. */
export const DialogBusyProvider = DialogBusy.Provider;

/** For a dialog: whether anything inside reports that it is under way, and what it reports to. */
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
 * Keeps the dialog round the caller open while `busy`: neither Escape, a click beside it nor its
 * Close dismisses it before the person has seen what came of it.
 */
export function useBusyDialog(busy: boolean): void {
  const id = useId();
  const report = use(DialogBusy);
  useEffect(() => {
    report(id, busy);
    return () => report(id, false);
  }, [id, busy, report]);
}
