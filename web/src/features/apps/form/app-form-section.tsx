import type { ReactNode } from 'react';
import classes from './app-form.module.css';

type Props = { id: string; title: string; aside?: ReactNode; children: ReactNode };

/** One section of the form. A jump by mouse or finger moves the focus here, so that Tab goes on to its first field. */
export function AppFormSection({ id, title, aside, children }: Props) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h3 id={`${id}-title`} className={classes.title}>
        {title}
        {aside && <span className={classes.aside}>{aside}</span>}
      </h3>
      {children}
    </section>
  );
}
