import { useCallback, useState } from 'react';

/** The return type of `useDialog`. */
export type DialogState<T> = ReturnType<typeof useDialog<T>>;

/** Holds the state of a dialog about something; `about` is kept while the dialog fades out. */
export function useDialog<T>() {
  const [{ opened, about, visit }, set] = useState<{
    opened: boolean;
    about: T | null;
    visit: number;
  }>({ opened: false, about: null, visit: 0 });
  const open = useCallback(
    (next: T) => set((before) => ({ opened: true, about: next, visit: before.visit + 1 })),
    [],
  );
  const close = useCallback(() => set((before) => ({ ...before, opened: false })), []);
  return {
    opened,
    about,
    /** The number of openings: a `key` for content that must be reset at each. */
    visit,
    /** `open` and `close` never change, so columns that use them can be created once. */
    open,
    close,
  };
}
