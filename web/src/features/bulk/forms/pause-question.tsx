import { Button, Stack, Text } from '@mantine/core';
import type { Role } from '../../../lib/role.ts';
import { appsInWords } from '../../../lib/words.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../../ui/dialog/dialog-busy.ts';

type Props = {
  opened: boolean;
  role: Role;
  count: number;
  /** The preview of the first choice is being made. */
  pending: boolean;
  onClose: () => void;
  /** Sets Ads Status to OFF, after a preview. */
  onTurnOff: () => void;
  /** Pauses an account, an owner or everything. */
  onPauseMore: () => void;
};

/** Asks how to stop the ads of several applications: a pause covers one, or all of an account or an owner (ADR 40). */
export function PauseQuestion({ opened, onClose, ...rest }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Stop the ads of ${appsInWords(rest.count)}`}
      size={520}
    >
      <Question {...rest} />
    </Dialog>
  );
}

function Question({ role, pending, onTurnOff, onPauseMore }: Omit<Props, 'opened' | 'onClose'>) {
  useBusyDialog(pending);
  return (
    <Stack gap="md">
      <Text>
        A pause covers one application{role === 'admin' && ', an account, an owner or everything'}.
        To stop several, set their Ads Status to OFF. Undo sets it to ON again where it was.
      </Text>
      <Button loading={pending} onClick={onTurnOff} data-autofocus>
        Set Ads Status to OFF…
      </Button>
      {role === 'admin' && (
        <Button variant="default" disabled={pending} onClick={onPauseMore}>
          Pause an account or an owner…
        </Button>
      )}
    </Stack>
  );
}
