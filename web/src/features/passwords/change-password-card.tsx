import { Panel } from '../../ui/panel.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import type { Account } from './passwords.api.ts';

type Props = {
  account: Account;
  /** Whether administrators can read this account's password. */
  readable?: boolean;
  onChanged: () => void;
};

/** The form in its card, with a hint about the consequences. */
export function ChangePasswordCard({ account, readable = false, onChanged }: Props) {
  return (
    <Panel
      narrow
      title={'email' in account ? account.email : account.userID}
      hint={
        <>
          Afterwards you sign in again.
          {readable && ' Administrators can read your password: use one that you use nowhere else.'}
        </>
      }
    >
      <ChangePasswordForm account={account} onChanged={onChanged} />
    </Panel>
  );
}
