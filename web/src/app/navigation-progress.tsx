import { useNavigation } from 'react-router';
import classes from './navigation-progress.module.css';

/** A thin bar while the chunk of the next page loads; it shows only after 150 ms. */
export function NavigationProgress() {
  if (useNavigation().state === 'idle') return null;
  return <div className={classes.bar} role="progressbar" aria-label="Loading the page" />;
}

/** Before the first page: the same bar on an empty page. */
export function FirstLoad() {
  return <div className={classes.bar} role="progressbar" aria-label="Loading the page" />;
}
