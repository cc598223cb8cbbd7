import type { ComponentProps } from 'react';
import classes from './framed-list.module.css';

type Props = Omit<ComponentProps<'ul'>, 'className'> & {
  /** At most 40 % of the window high; more than that scrolls. */
  scrolls?: boolean;
  /** Without frame and lines, for a place that has a frame already. */
  bare?: boolean;
};

/** A list in a frame, with a line between its items. The items bring their padding. */
export function FramedList({ scrolls = false, bare = false, ...list }: Props) {
  return (
    <ul
      // What scrolls must be reachable by keyboard.
      {...(scrolls && { tabIndex: 0 })}
      {...list}
      className={classes.list}
      data-bare={bare || undefined}
      data-scrolls={scrolls || undefined}
    />
  );
}
