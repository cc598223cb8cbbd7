import { useHotkeys } from '@mantine/hooks';

type Hotkeys = Parameters<typeof useHotkeys>[0];

/** Whether the pressed key gives a character of ASCII: a layout with Latin letters. */
const isLatin = ({ key }: KeyboardEvent) => /^[\u0020-\u007e]$/.test(key);

/**
 * Mantine's `useHotkeys` for every layout: where the keys give Cyrillic, Greek, Hebrew or Arabic letters, the place of the
 * key counts, as on a keyboard with Latin letters.
 */
export function useKeys(hotkeys: Hotkeys, tagsToIgnore?: string[]): void {
  const byPlace = hotkeys.map(([hotkey, handler, options]): Hotkeys[number] => {
    const { preventDefault = true } = options ?? {};
    const run = (event: KeyboardEvent) => {
      if (isLatin(event)) return;
      if (preventDefault) event.preventDefault();
      handler(event);
    };
    return [hotkey, run, { usePhysicalKeys: true, preventDefault: false }];
  });
  useHotkeys([...hotkeys, ...byPlace], tagsToIgnore);
}
