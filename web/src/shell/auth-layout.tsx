import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '../ui/logo.tsx';
import classes from './auth-layout.module.css';
import { Copyright } from './copyright.tsx';
import { useModeOnBody } from './use-mode-on-body.ts';

type Props = { companyName: string; children: ReactNode };

/** The frame of the sign-in pages: a quiet patterned background, a card, a footer (spec, section 2). */
export function AuthLayout({ companyName, children }: Props) {
  useModeOnBody();
  return (
    <div className={classes.page}>
      <div className={classes.pattern} aria-hidden />
      <header className={classes.header}>
        <Link to="/" className={classes.home}>
          <Logo name={companyName} />
        </Link>
      </header>
      <main className={classes.card}>{children}</main>
      <footer className={classes.footer}>
        <Copyright companyName={companyName} />
      </footer>
    </div>
  );
}
