import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `close` for Escape wherever the focus is, while `active`. What opens takes the focus only a
 * moment later, and an Escape pressed in between must not be lost.
 */
export function useEscape(active: boolean, close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) close();
  });
  useEffect(() => {
    if (!active) return;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [active]);
}
