import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CopyButton } from '../text/copy-button.tsx';
import { CloseButton } from './close-button.tsx';
import classes from './confirm-delete-modal.module.css';
import { BareDialog, DialogBody, DialogTitle } from './dialog.tsx';

type Props = {
  opened: boolean;
  /** Whether the delete is running: the modal stays open, and Close waits two seconds, then cancels. */
  pending: boolean;
  /** If given, this name must be typed exactly before deleting. */
  appName?: string | undefined;
  /** The effect of the deletion. */
  effect?: string | undefined;
  /** Something that the person should know before the answer; shown as an alert. */
  notice?: string | undefined;
  /** A choice about the deletion. */
  children?: ReactNode;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before something is deleted (spec, section 2 "Delete confirmation modal"). */
export function ConfirmDeleteModal({ opened, onClose, ...rest }: Props) {
  return (
    <BareDialog opened={opened} onClose={onClose} saving={rest.pending} size={460} centered>
      <DialogBody className={classes.body}>
        <Question {...rest} onClose={onClose} />
      </DialogBody>
    </BareDialog>
  );
}

/** It is a component of its own, so that the typed text is gone when the modal opens again. */
function Question({
  appName,
  pending,
  effect,
  notice,
  children,
  onClose,
  onConfirm,
}: Omit<Props, 'opened'>) {
  const [typed, setTyped] = useState('');
  const mayDelete = appName === undefined || typed === appName;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (mayDelete && !pending) onConfirm();
      }}
    >
      <span className={classes.icon}>
        <IconTrash size={26} aria-hidden="true" />
      </span>
      <DialogTitle className={classes.title}>Are you sure ?</DialogTitle>
      <Text c="dimmed">Are you sure you want delete this ?</Text>
      {effect !== undefined && <Text size="sm">{effect}</Text>}
      {notice !== undefined && (
        <Alert color="yellow" role="alert" p="sm">
          {notice}
        </Alert>
      )}
      {children && <div className={classes.choice}>{children}</div>}
      {appName !== undefined && (
        <div className={classes.name}>
          <p className={classes.given}>
            App Name : <bdi className={classes.exact}>{appName}</bdi>
          </p>
          <CopyButton value={appName} label="Copy the app name" />
          <TextInput
            className={classes.input}
            aria-label="App name"
            placeholder="Copy the app name, then enter it."
            value={typed}
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
      )}
      <Group className={classes.buttons} gap="sm" justify="center">
        <CloseButton busy={pending} onClose={onClose} autofocus={appName === undefined} />
        <Button type="submit" color="red" disabled={!mayDelete} loading={pending}>
          Yes, Delete It!
        </Button>
      </Group>
    </form>
  );
}
