import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { toastError } from '../lib/toasts.ts';
import { PaletteButton } from '../shell/palette-button.tsx';
import { useLetterKeys } from '../ui/letter-keys.ts';
import { KeysDialog } from './keys-dialog.tsx';

const load = () => import('./command-palette.tsx');

/** The button and Ctrl/⌘-K that open the command palette, in fields too; `?` opens the list of the keys. */
export function PaletteOpener() {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null);

  const [areKeysShown, keys] = useDisclosure();

  async function toggle() {
    try {
      const palette = loaded ?? (await load());
      palette.togglePalette();
      setLoaded(palette);
    } catch {
      toastError('The server cannot be reached, or the app was updated in the meantime');
    }
  }

  useHotkeys([['mod+K', () => void toggle()]], []);
  useLetterKeys({ '?': keys.open });
  return (
    <>
      <PaletteButton onOpen={() => void toggle()} />
      {loaded && <loaded.CommandPalette onShowKeys={keys.open} />}
      <KeysDialog opened={areKeysShown} onClose={keys.close} />
    </>
  );
}
