import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

/** `set`: something is switched on, which says nothing of how well it goes. */
export type Tone = 'success' | 'warning' | 'danger' | 'neutral' | 'accent' | 'set';

type Props = { tone: Tone; children: ReactNode };

/** A word for a state, with a dot on a soft colour. The word has the meaning, never the colour alone. */
export function StatusBadge({ tone, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
