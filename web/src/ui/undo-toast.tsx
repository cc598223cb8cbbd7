import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** A toast like every other, with a way back: its Undo closes it and takes back what it tells. */
export function toastUndo(message: string, onUndo: () => void): void {
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
            onUndo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
