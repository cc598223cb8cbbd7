import { createSpotlight } from '@mantine/spotlight';

const [store, { open, close }] = createSpotlight();

export { store as paletteStore };

/** Opens the palette, empty and at its first row, or closes it; another open dialogue stays alone. */
export function togglePalette(): void {
  if (store.getState().opened) close();
  else if (!document.querySelector('[aria-modal="true"]')) {
    open();
    store.updateState((state) => ({ ...state, query: '', selected: 0 }));
  }
}
