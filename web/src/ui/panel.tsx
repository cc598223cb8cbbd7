import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type Props = {
  title: string;
  /** A line below the title. */
  hint?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A card with a heading: a group of settings on a page. */
export function Panel({ title, hint, className, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={className ? `${classes.panel} ${className}` : classes.panel}
    >
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      <div className={classes.content}>{children}</div>
    </section>
  );
}
