import { IconRefresh } from '@tabler/icons-react';
import { ErrorDrawing } from './drawings.tsx';
import classes from './feedback.module.css';
import { RetryButton } from './retry-button.tsx';

type Props = {
  /** The server's message, or why no answer came. */
  message: string;
  onRetry: () => void;
  retrying?: boolean;
};

/** Shown instead of content that could not be loaded, with a button to try again. */
export function ErrorPanel({ message, onRetry, retrying = false }: Props) {
  return (
    <div className={classes.root} role="alert">
      <ErrorDrawing />
      <p className={classes.message}>{message}</p>
      <RetryButton
        size="sm"
        leftSection={<IconRefresh size={16} />}
        retrying={retrying}
        onRetry={onRetry}
      />
    </div>
  );
}
