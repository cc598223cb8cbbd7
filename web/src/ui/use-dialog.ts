import { useState } from 'react';

/** A dialogue about something: what it is about stays while the dialogue fades out. */
export function useDialog<T>() {
  const [{ opened, about, visit }, set] = useState<{
    opened: boolean;
    about: T | null;
    visit: number;
  }>({ opened: false, about: null, visit: 0 });
  return {
    opened,
    about,
    /** Counts the openings: a key for what must begin anew with each. */
    visit,
    open: (next: T) => set((before) => ({ opened: true, about: next, visit: before.visit + 1 })),
    close: () => set((before) => ({ ...before, opened: false })),
  };
}
