import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PasskeySetUp } from './passkey-set-up.tsx';

type Props = { opened: boolean; onClose: () => void };

/** Sets up a passkey. It begins anew with each `key`. */
export function PasskeyDialog({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Passkey" size={520} centered>
      <PasskeySetUp
        onDone={onClose}
        beside={(isBusy) => <CloseButton busy={isBusy} onClose={onClose} />}
      />
    </Dialog>
  );
}
