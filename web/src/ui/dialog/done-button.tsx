import { Button, Group } from '@mantine/core';

/** The last row of a dialog that shows something once, such as a new secret: its button closes the dialog. */
export function DoneButton({ onClose }: { onClose: () => void }) {
  return (
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        Done
      </Button>
    </Group>
  );
}
