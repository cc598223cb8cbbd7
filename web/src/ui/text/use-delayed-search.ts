import { limits } from '@adwarden/contract/limits';
import { useDebouncedValue } from '@mantine/hooks';
import { typingDelay } from '../../lib/delays.ts';

/**
 * The text of a search as the server takes it: `typed` now, `asked` 200 ms after the last key. `isWaiting`: they differ
 * still.
 */
export function useDelayedSearch(text: string) {
  const typed = text.trim().slice(0, limits.text.search);
  const [asked] = useDebouncedValue(typed, typingDelay);
  return { typed, asked, isWaiting: asked !== typed };
}
