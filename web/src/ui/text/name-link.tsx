import { Link } from 'react-router';
import { CutText } from './cut-text.tsx';
import classes from './text.module.css';

/** The name of a thing in a list, which leads to its page. */
export function NameLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={classes.nameLink}>
      <CutText>{children}</CutText>
    </Link>
  );
}
