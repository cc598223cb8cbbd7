import { VisuallyHidden } from '@mantine/core';
import type { MenuBadge as Badge } from './menu.ts';
import classes from './menu-badge.module.css';

/** A small word or number at the end of a menu entry. */
export function MenuBadge({ badge }: { badge: Badge }) {
  return (
    <span className={classes.badge} data-tone={badge.tone}>
      {badge.text}
      {badge.words && <VisuallyHidden component="span"> {badge.words}</VisuallyHidden>}
    </span>
  );
}
