import { useHotkeys } from '@mantine/hooks';

/**
 * Calls `close` for Escape wherever the focus is, while `active`. A menu or panel that opens takes the focus a moment
 * later, and an Escape pressed in between must work too.
 */
export function useEscape(active: boolean, close: () => void): void {
  const onEscape = (event: KeyboardEvent) => {
    if (active && !event.defaultPrevented) close();
  };
  useHotkeys([['Escape', onEscape, { preventDefault: false }]], [], true);
}
