import type { AgainAsked } from '@adwarden/contract/envelope';
import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { lazyPanel } from '../../ui/lazy-part.tsx';
import { againStore, answerAgain } from './again-store.ts';

const AgainForm = lazyPanel(async () => (await import('./again-form.tsx')).AgainForm);

type Props = {
  /** The login of the person, for password managers. */
  login: string;
  /** Called with the new token of the session. */
  onConfirmed: (token: string) => void;
  /** The answer at the provider of single sign-on, from another feature. */
  SignOn: ComponentType<{ ticket: string; onConfirmed: (token: string) => void }>;
};

/**
 * The dialog for a call that asks again who the person is (ADR 136). It lies above the form whose call was refused; the HTTP client
 * repeats the call afterwards, so nothing typed is lost. If it is closed, the call fails and says so.
 */
export function ConfirmAgain(props: Props) {
  const asked = useSyncExternalStore(againStore.subscribe, againStore.get);
  const [last, setLast] = useState<AgainAsked | null>(asked);
  if (asked && asked !== last) setLast(asked);
  return (
    <Dialog
      opened={asked !== null}
      onClose={() => answerAgain(false)}
      title="Confirm that it is you"
      size={420}
      centered
      zIndex="var(--z-renewal)"
    >
      {last && <AgainForm key={last.ticket} asked={last} {...props} />}
    </Dialog>
  );
}
