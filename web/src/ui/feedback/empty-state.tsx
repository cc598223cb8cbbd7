import type { ReactNode } from 'react';
import { NoMatchDrawing, NothingYetDrawing } from './drawings.tsx';
import classes from './feedback.module.css';

type Props = {
  /** Nothing is there yet, or nothing of what is there fits. */
  kind: 'nothing-yet' | 'no-match';
  title: string;
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
};

/** A small drawing, one sentence, one button, where rows would be. */
export function EmptyState({ kind, title, children, action }: Props) {
  return (
    <div className={classes.root}>
      {kind === 'no-match' ? <NoMatchDrawing /> : <NothingYetDrawing />}
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
