import { useState } from 'react';
import { toastMissingChunk } from '../lib/missing-chunk.ts';
import { MobileSearch } from '../shell/top-bar/mobile-search.tsx';
import { PaletteButton } from '../shell/top-bar/palette-button.tsx';
import { useKeys } from '../ui/keys.ts';

const load = () => import('./command-palette.tsx');

/** The buttons and Ctrl/⌘-K that open the command palette, in fields too; on small screens a search that opens it. */
export function PaletteOpener({ onShowKeys }: { onShowKeys: () => void }) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null);

  async function use(act: (palette: Awaited<ReturnType<typeof load>>) => void) {
    try {
      const palette = loaded ?? (await load());
      act(palette);
      setLoaded(palette);
    } catch {
      await toastMissingChunk();
    }
  }

  const toggle = () => use(({ togglePalette }) => togglePalette());
  useKeys([['mod+K', () => void toggle()]], []);
  return (
    <>
      <MobileSearch onSearch={(text) => void use(({ openPaletteWith }) => openPaletteWith(text))} />
      <PaletteButton onOpen={() => void toggle()} />
      {loaded && <loaded.CommandPalette onShowKeys={onShowKeys} />}
    </>
  );
}
