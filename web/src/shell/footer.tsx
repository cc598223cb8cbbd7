import classes from './app-shell.module.css';
import { Copyright } from './copyright.tsx';

/** The current year and the company's copyright line (spec, section 1). */
export function Footer({ companyName }: { companyName: string }) {
  return (
    <footer className={classes.footer}>
      <Copyright companyName={companyName} />
    </footer>
  );
}
