import { useEffect, useRef, useState } from 'react';
import { toastMissingChunk } from '../lib/browser/missing-chunk.ts';
import { MobileSearch } from '../shell/top-bar/mobile-search.tsx';
import { PaletteButton } from '../shell/top-bar/palette-button.tsx';
import { type EarlyKeys, keepEarlyKeys } from '../ui/early-keys.ts';
import { useKeys } from '../ui/keys.ts';

const load = () => import('./command-palette.tsx');
type Chunk = Awaited<ReturnType<typeof load>>;

/** Milliseconds after the page has loaded until the chunk is loaded, so that it is there before it is needed. */
const aheadMs = 3_000;

/** The buttons and Ctrl/⌘-K that open the command palette, in fields too; on small screens a search that opens it. */
export function PaletteOpener({ onShowKeys }: { onShowKeys: () => void }) {
  const [loaded, setLoaded] = useState<Chunk | null>(null);
  const early = useRef<EarlyKeys>(null);

  useEffect(() => {
    const timer = setTimeout(() => void load().then(setLoaded, () => {}), aheadMs);
    return () => clearTimeout(timer);
  }, []);

  async function use(act: (palette: Chunk) => void) {
    try {
      const palette = loaded ?? (await load());
      act(palette);
      setLoaded(palette);
    } catch {
      early.current?.release();
      await toastMissingChunk();
    }
  }

  /** Opens the palette. What is typed until its field has the focus goes into it. */
  async function open() {
    early.current?.release();
    let isTakenBack = false;
    let show = (_text: string) => {};
    const keys = keepEarlyKeys(
      (text) => show(text),
      () => {
        isTakenBack = true;
      },
    );
    early.current = keys;
    await use((palette) => {
      if (isTakenBack) return;
      show = palette.openPaletteWith;
      show(keys.text());
      whenFocused((field) => {
        if (!keys.release()) return;
        // The field gets the whole text with the next render.
        setTimeout(() =>
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
        );
      });
    });
  }

  function toggle(): void {
    // The palette itself is closed. It does not open over another dialog.
    const isOver = document.querySelector('[aria-modal="true"]') !== null;
    void (isOver ? use(({ togglePalette }) => togglePalette()) : open());
  }

  useKeys([['mod+K', toggle]], []);
  return (
    <>
      <MobileSearch onSearch={(text) => void use(({ openPaletteWith }) => openPaletteWith(text))} />
      <PaletteButton onOpen={toggle} />
      {loaded && <loaded.CommandPalette onShowKeys={onShowKeys} />}
    </>
  );
}

/** Calls `act` with the field of the palette, as soon as it has the focus. */
function whenFocused(act: (field: HTMLElement) => void): void {
  function look(): boolean {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement) || !field.closest('#palette')) return false;
    document.removeEventListener('focusin', look);
    act(field);
    return true;
  }
  if (!look()) document.addEventListener('focusin', look);
}
