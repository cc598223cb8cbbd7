import { useSyncExternalStore } from 'react';

let wishes = 0;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says that a toast may come: what shows toasts is loaded, if it is not there yet. */
export function wishForToasts(): void {
  wishes += 1;
  for (const listener of listeners) listener();
}

const now = (): number => wishes;

/** The number of times that somebody has wished for toasts. */
export const useToastWishes = (): number => useSyncExternalStore(subscribe, now);
