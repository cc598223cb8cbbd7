import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type Props = {
  title: string;
  /** A line below the title. */
  hint?: ReactNode;
  /** At the end of the line with the title: buttons, or a link. */
  actions?: ReactNode;
  /** For a short form alone on a page: at most 480 px wide. */
  narrow?: boolean;
  /** The content is old, and the new one is loading. */
  isStale?: boolean;
  children: ReactNode;
};

/** A card with a heading: a group of settings or figures on a page. */
export function Panel(props: Props) {
  const { title, hint, actions, narrow = false, isStale = false, children } = props;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classes.panel}
      data-narrow={narrow || undefined}
      data-stale={isStale || undefined}
    >
      <div className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {hint && <p className={classes.hint}>{hint}</p>}
        </div>
        {actions}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
