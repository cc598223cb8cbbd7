import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** A toast like every other, with a way back: its Undo closes it and takes back what it tells. */
export function toastUndo(message: string, onUndo: () => void): void {
  toastWith(message, { label: 'Undo', act: onUndo });
}

/** A toast with a button for the next action, which also closes it. */
export function toastWith(message: string, next: { label: string; act: () => void }): void {
  const id = notifications.show({
    color: 'green',
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <span>{message}</span>
        <Button
          variant="light"
          size="compact-sm"
          onClick={() => {
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
