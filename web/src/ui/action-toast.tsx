import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showToast } from '../lib/toasts.ts';

/** A toast like every other, with a way back: its Undo closes it and takes back what it tells. */
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
          onClick={({ currentTarget }) => {
            // Safari gives a button no focus by a click, and what closes gives back what it has.
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
