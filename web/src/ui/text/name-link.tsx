import type { MouseEventHandler } from 'react';
import { Link } from 'react-router';
import { CutText } from './cut-text.tsx';
import classes from './text.module.css';

type Props = { to: string; onClick?: MouseEventHandler; children: string };

/** The name of a thing in a list, which leads to its page. */
export function NameLink({ children, ...link }: Props) {
  return (
    <Link {...link} className={classes.nameLink}>
      <CutText>{children}</CutText>
    </Link>
  );
}
