import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import classes from './file-notes.module.css';

/** Lists what was read differently from what the file says; renders nothing without notes. */
export function FileNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Alert color="blue" p="sm" icon={<IconInfoCircle />}>
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}.
        </p>
      ))}
    </Alert>
  );
}
