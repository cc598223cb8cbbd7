import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { ErrorDrawing } from './drawings.tsx';
import classes from './feedback.module.css';

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
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={16} />}
        loading={retrying}
        onClick={onRetry}
      >
        Try again
      </Button>
    </div>
  );
}
