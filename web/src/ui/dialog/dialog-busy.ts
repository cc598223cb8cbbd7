import { createContext, use, useCallback, useEffect, useId, useState } from 'react';
import { cancelDelay } from '../../lib/delays.ts';

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

/** Whether something is `busy` for so long that the person may want to cancel it. */
export function useSlow(busy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), cancelDelay);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && isSlow;
}

/**
 * Keeps the dialog around the caller open while `busy`, so that the user sees the result: Escape, a click outside and the
 * Close button do nothing. After two seconds Escape and the Close button cancel the call, and the dialog still stays.
 */
export function useBusyDialog(busy: boolean): void {
  const id = useId();
  const report = use(DialogBusy);
  useEffect(() => {
    report(id, busy);
    return () => report(id, false);
  }, [id, busy, report]);
}
