import { useHotkeys, useLocalStorage } from '@mantine/hooks';

/** Whether keys without Ctrl are commands in this browser (WCAG 2.1.4 asks for a way to turn them off). */
export function useLetterKeysSetting() {
  return useLocalStorage({
    key: 'adwarden.letter-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

/** Commands by key without Ctrl, `{ j: next }`: not while one is typing, and not in a dialog or a menu. */
export function useLetterKeys(commands: Readonly<Record<string, () => void>>): void {
  const [isOn] = useLetterKeysSetting();
  const run = (command: () => void) => (event: KeyboardEvent) => {
    const inside = (event.target as Element).closest('[role="dialog"], [role="menu"]');
    if (!isOn || inside || document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    command();
  };
  useHotkeys(
    Object.entries(commands).flatMap(([key, command]) =>
      // On many keyboards `/` and `?` are typed with Shift.
      (/[a-z]/.test(key) ? [key] : [key, `shift+${key}`]).map(
        (hotkey) => [hotkey, run(command), { preventDefault: false }] as const,
      ),
    ) as Parameters<typeof useHotkeys>[0],
  );
}
