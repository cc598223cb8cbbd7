import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TotpSetUp } from './totp-set-up.tsx';

type Props = { opened: boolean; onClose: () => void };

/** Sets up an authenticator app. It begins anew with each `key`. */
export function TotpDialog({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Authenticator app" size={520} centered>
      <TotpSetUp
        onDone={onClose}
        beside={(isBusy) => <CloseButton busy={isBusy} onClose={onClose} />}
      />
    </Dialog>
  );
}
