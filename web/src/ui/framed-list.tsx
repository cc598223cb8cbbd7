import type { ComponentProps } from 'react';
import classes from './framed-list.module.css';

type Props = Omit<ComponentProps<'ul'>, 'className'> & {
  /** Whether it is at most 40 % of the window high, and scrolls if it needs more. */
  scrolls?: boolean;
  /** Whether to leave out frame and lines, for a place that has a frame already. */
  bare?: boolean;
};

/** A list in a frame, with a line between its items. The items bring their padding. */
export function FramedList({ scrolls = false, bare = false, ...list }: Props) {
  return (
    <ul
      // A list that scrolls must be reachable by keyboard.
      {...(scrolls && { tabIndex: 0 })}
      {...list}
      className={classes.list}
      data-bare={bare || undefined}
      data-scrolls={scrolls || undefined}
    />
  );
}
