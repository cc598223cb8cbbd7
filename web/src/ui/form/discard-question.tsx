import { Button, Group, Text } from '@mantine/core';
import { BareDialog, DialogBody, DialogTitle } from '../dialog/dialog.tsx';

type Props = { opened: boolean; onStay: () => void; onDiscard: () => void };

/** The question over a form: keep editing, or discard the changes. */
export function DiscardQuestion({ opened, onStay, onDiscard }: Props) {
  return (
    <BareDialog opened={opened} onClose={onStay} size={420} centered zIndex="var(--z-question)">
      <DialogBody p="lg">
        <DialogTitle mb={6} fw={600}>
          Discard unsaved changes?
        </DialogTitle>
        <Text c="dimmed">What you changed here has not been saved.</Text>
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onStay} data-autofocus>
            Keep editing
          </Button>
          <Button color="red" onClick={onDiscard}>
            Discard
          </Button>
        </Group>
      </DialogBody>
    </BareDialog>
  );
}
