import { useNavigation } from 'react-router';
import classes from './navigation-progress.module.css';

/** A thin bar while the chunk of the next page loads; it shows only after 150 ms. */
export function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <FirstLoad />;
}

/** The same bar on an empty page, before the first page is there. */
export function FirstLoad() {
  return <div className={classes.bar} role="progressbar" aria-label="Loading the page" />;
}
