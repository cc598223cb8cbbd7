import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import classes from './file-notes.module.css';

/** What of a file was read otherwise than it stands there; nothing without notes. */
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
