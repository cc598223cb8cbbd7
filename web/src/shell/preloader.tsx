import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import classes from './app-shell.module.css';
import { useLayout } from './customizer/layout-store.ts';

const SHOWN_MS = 1000;

/** Shows a spinner for one second on each change of path, if the customizer enables it (spec, section 2). */
export function Preloader() {
  const { pathname } = useLocation();
  const enabled = useLayout().settings.preloader === 'enable';
  return enabled ? <Spinner key={pathname} /> : null;
}

function Spinner() {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div className={classes.preloader} role="status" aria-label="Loading">
      <Loader size="md" />
    </div>
  );
}
