import { Link } from 'react-router';
import { Logo } from '../ui/logo.tsx';
import classes from './app-shell.module.css';

/** The logo, leading to / (spec, section 2 "Route table"). */
export function Brand({ companyName }: { companyName: string }) {
  return (
    <Link to="/" className={classes.brand}>
      <Logo name={companyName} />
    </Link>
  );
}
