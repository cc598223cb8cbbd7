import { useState } from 'react';

/** A dialogue about something: what it is about stays while the dialogue fades out. */
export function useDialog<T>() {
  const [{ opened, about }, set] = useState<{ opened: boolean; about: T | null }>({
    opened: false,
    about: null,
  });
  return {
    opened,
    about,
    open: (next: T) => set({ opened: true, about: next }),
    close: () => set((before) => ({ ...before, opened: false })),
  };
}
