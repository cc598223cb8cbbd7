import { createSpotlight } from '@mantine/spotlight';
import { forgetWithAccount } from '../../lib/account-memory.ts';

const [store, { open, close }] = createSpotlight();

forgetWithAccount(() => {
  close();
  store.setState((state) => ({ ...state, query: '' }));
});

export { close as closePalette, store as paletteStore };

/** Opens the palette with an empty field, or closes it. Does nothing while a dialog is open. */
export function togglePalette(): void {
  if (store.getState().opened) close();
  else if (!document.querySelector('[aria-modal="true"]')) openPaletteWith('');
}

/** Opens the palette with a text in its field. */
export function openPaletteWith(query: string): void {
  open();
  store.setState((state) => ({ ...state, query }));
}
