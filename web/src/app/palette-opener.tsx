import { useState } from 'react';
import { toastMissingChunk } from '../lib/missing-chunk.ts';
import { PaletteButton } from '../shell/top-bar/palette-button.tsx';
import { useKeys } from '../ui/keys.ts';

const load = () => import('./command-palette.tsx');

/** The button and Ctrl/⌘-K that open the command palette, in fields too. */
export function PaletteOpener({ onShowKeys }: { onShowKeys: () => void }) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null);

  async function toggle() {
    try {
      const palette = loaded ?? (await load());
      palette.togglePalette();
      setLoaded(palette);
    } catch {
      await toastMissingChunk();
    }
  }

  useKeys([['mod+K', () => void toggle()]], []);
  return (
    <>
      <PaletteButton onOpen={() => void toggle()} />
      {loaded && <loaded.CommandPalette onShowKeys={onShowKeys} />}
    </>
  );
}
