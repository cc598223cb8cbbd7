import { useLocalStorage } from '@mantine/hooks';
import { ownKey } from '../lib/base-path.ts';
import { useKeys } from './keys.ts';

/** The setting, per browser, whether keys without Ctrl are commands (WCAG 2.1.4 requires a way to turn them off). */
export function useLetterKeysSetting() {
  return useLocalStorage({
    key: ownKey('adwarden.letter-keys'),
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

/** Commands for keys without Ctrl, such as `{ j: next }`. They do nothing while the user types, and in dialogs and menus. */
export function useLetterKeys(commands: Readonly<Record<string, () => void>>): void {
  const [isOn] = useLetterKeysSetting();
  const run = (command: () => void) => (event: KeyboardEvent) => {
    const inside = (event.target as Element).closest('[role="dialog"], [role="menu"]');
    if (!isOn || inside || document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    command();
  };
  useKeys(
    Object.entries(commands).flatMap(([key, command]) =>
      // Many keyboards need Shift for `/` and `?`.
      (/[a-z]/.test(key) ? [key] : [key, `shift+${key}`]).map(
        (hotkey) => [hotkey, run(command), { preventDefault: false }] as const,
      ),
    ) as Parameters<typeof useKeys>[0],
  );
}
