import type { ReactNode } from 'react';
import classes from './page-title.module.css';

/** The heading row of a page: its name, a line below it, and its actions on the right. */
export function PageTitle(props: { title: string; hint?: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <h1 className={classes.title}>{props.title}</h1>
        {props.hint && <p className={classes.hint}>{props.hint}</p>}
      </div>
      {props.children && <div className={classes.actions}>{props.children}</div>}
    </div>
  );
}
