import classes from './feedback.module.css';
import { RetryButton } from './retry-button.tsx';

type Props = { onRetry: () => void; retrying: boolean };

/** In the place of a small part of a page that could not be loaded. */
export function NotLoaded({ onRetry, retrying }: Props) {
  return (
    <span className={classes.notLoaded} role="alert">
      Not loaded
      <RetryButton size="compact-xs" retrying={retrying} onRetry={onRetry} />
    </span>
  );
}
