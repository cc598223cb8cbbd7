import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { ErrorDrawing } from './drawings.tsx';
import classes from './feedback.module.css';

type Props = {
  /** What the server said, or why nothing came. */
  message: string;
  onRetry: () => void;
  retrying?: boolean;
};

/** Stands where content would be when it could not be had, with a way to try again. */
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
