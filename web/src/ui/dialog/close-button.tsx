import { Button } from '@mantine/core';
import { cancelCalls } from '../../lib/http-client.ts';
import { useSlow } from './dialog-busy.ts';

type Props = {
  /** Whether a call is running. Then the dialog does not close; after two seconds the button cancels the call. */
  busy: boolean;
  onClose: () => void;
  /** Takes the focus when the dialog opens. */
  autofocus?: boolean;
};

/** The button of a dialog that leaves it: 'Close', or 'Cancel' while a call takes long. */
export function CloseButton({ busy, onClose, autofocus = false }: Props) {
  const isSlow = useSlow(busy);
  return (
    <Button
      variant="default"
      disabled={busy && !isSlow}
      onClick={busy ? cancelCalls : onClose}
      {...(autofocus && { 'data-autofocus': true })}
    >
      {isSlow ? 'Cancel' : 'Close'}
    </Button>
  );
}
