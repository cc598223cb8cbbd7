import { useCallback, useState } from 'react';

/** A dialogue about something: what it is about stays while the dialogue fades out. */
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
    /** Counts the openings: a key for what must begin anew with each. */
    visit,
    /** `open` and `close` never change, so columns that use them can be created once. */
    open,
    close,
  };
}
