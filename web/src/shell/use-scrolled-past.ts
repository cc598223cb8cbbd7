import { useSyncExternalStore } from 'react';

/** Whether the page is scrolled by more than this number of pixels; listens only while it is mounted. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(listen, () => window.scrollY > pixels);
}

function listen(onScroll: () => void) {
  window.addEventListener('scroll', onScroll, { passive: true });
  return () => window.removeEventListener('scroll', onScroll);
}
