import { IconSearch } from '@tabler/icons-react';
import { isApple } from '../../lib/browser/platform.ts';
import classes from './palette-button.module.css';

/** Opens the command palette; looks like a search field where there is room. For the shell's `actions`. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const apple = isApple();
  return (
    <button
      type="button"
      className={classes.button}
      aria-haspopup="dialog"
      aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
      onClick={onOpen}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.text}>
        <span>Find anything</span>
        <span className={classes.keys}>{apple ? '⌘ K' : 'Ctrl K'}</span>
      </span>
    </button>
  );
}
