import type { ReactNode } from 'react';
import { AllWellDrawing, NoMatchDrawing, NothingYetDrawing } from './drawings.tsx';
import classes from './feedback.module.css';

const drawings = {
  'nothing-yet': NothingYetDrawing,
  'no-match': NoMatchDrawing,
  'all-well': AllWellDrawing,
};

type Props = {
  /** Nothing exists yet, nothing matches, or it is good news that there is nothing. */
  kind: keyof typeof drawings;
  title: string;
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
};

/** A small drawing, one sentence and one button, instead of rows. */
export function EmptyState({ kind, title, children, action }: Props) {
  const Drawing = drawings[kind];
  return (
    <div className={classes.root}>
      <Drawing />
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
