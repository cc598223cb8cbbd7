import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type Props = {
  title: string;
  /** A line below the title. */
  hint?: ReactNode;
  /** For a short form alone on a page: at most 480 px wide. */
  narrow?: boolean;
  children: ReactNode;
};

/** A card with a heading: a group of settings on a page. */
export function Panel({ title, hint, narrow = false, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.panel} data-narrow={narrow || undefined}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      <div className={classes.content}>{children}</div>
    </section>
  );
}
