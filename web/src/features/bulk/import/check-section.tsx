import { useId } from 'react';
import classes from './check-step.module.css';

type Props = { title: string; hint: string; children: React.ReactNode };

/** A part of the second step of an import, with a title and a sentence. */
export function CheckSection({ title, hint, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      <p className={classes.hint}>{hint}</p>
      {children}
    </section>
  );
}
