import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TotpSetUp } from './totp-set-up.tsx';
import type { EndOthers } from './use-end-others.tsx';

type Props = { opened: boolean; onClose: () => void; endOthers: EndOthers };

/** Sets up an authenticator app. It begins anew with each `key`. */
export function TotpDialog({ opened, onClose, endOthers }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Authenticator app" size={520} centered>
      <TotpSetUp
        onDone={onClose}
        endOthers={endOthers}
        beside={(isBusy) => <CloseButton busy={isBusy} onClose={onClose} />}
      />
    </Dialog>
  );
}
