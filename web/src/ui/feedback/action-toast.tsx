import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showToast } from '../../lib/toasts.ts';

/** A toast with an Undo button, which closes it and takes the change back. */
export function toastUndo(message: string, onUndo: () => void): void {
  toastWith(message, { label: 'Undo', act: onUndo });
}

/** A toast with a button for the next action, which also closes it. */
export function toastWith(message: string, next: { label: string; act: () => void }): void {
  const id = showToast({
    color: 'green',
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <span>{message}</span>
        <Button
          variant="light"
          size="compact-sm"
          flex="none"
          onClick={({ currentTarget }) => {
            // Safari does not focus a clicked button, and a toast returns the focus only if it has it.
            currentTarget.focus();
            notifications.hide(id);
            next.act();
          }}
        >
          {next.label}
        </Button>
      </Group>
    ),
  });
}
