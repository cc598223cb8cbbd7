import type { ReactNode } from 'react';
import { NoMatchDrawing, NothingYetDrawing } from './drawings.tsx';
import classes from './feedback.module.css';

type Props = {
  /** Nothing exists yet, or nothing matches. */
  kind: 'nothing-yet' | 'no-match';
  title: string;
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
};

/** A small drawing, one sentence and one button, instead of rows. */
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
