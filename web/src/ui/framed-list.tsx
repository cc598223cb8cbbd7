import type { ComponentProps } from 'react';
import classes from './framed-list.module.css';

type Props = Omit<ComponentProps<'ul'>, 'className'> & {
  /** At most 40 % of the window high; more than that scrolls. */
  scrolls?: boolean;
};

/** A list in a frame, with a line between its items. The items bring their padding. */
export function FramedList({ scrolls = false, ...list }: Props) {
  return <ul {...list} className={classes.list} data-scrolls={scrolls || undefined} />;
}
