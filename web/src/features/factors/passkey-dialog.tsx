import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PasskeySetUp } from './passkey-set-up.tsx';
import type { EndOthers } from './use-end-others.tsx';

type Props = { opened: boolean; onClose: () => void; endOthers: EndOthers };

/** Sets up a passkey. It begins anew with each `key`. */
export function PasskeyDialog({ opened, onClose, endOthers }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Passkey" size={520} centered>
      <PasskeySetUp
        onDone={onClose}
        endOthers={endOthers}
        beside={(isBusy) => <CloseButton busy={isBusy} onClose={onClose} />}
      />
    </Dialog>
  );
}
