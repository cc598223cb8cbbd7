import type { Invitation } from '@adwarden/contract/invitations/invitations';
import type { User } from '@adwarden/contract/users';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { signInLink } from '../../lib/sign-in-link.ts';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { StaleEdit } from '../../ui/form/stale-edit.tsx';
import { copyWords, useCopy } from '../../ui/text/use-copy.ts';
import { useUserForm } from './use-user-form.ts';
import { UserForm } from './user-form.tsx';
import { mayKeepPassword } from './user-form-values.ts';

type Props = {
  opened: boolean;
  /** The user who is edited; null for a new one. */
  user: User | null;
  onClose: () => void;
  /** Called with a new link, after the modal has closed. */
  onInvited: (user: User, invitation: Invitation) => void;
};

/** The dialog 'Add New User' or 'Edit User' (spec, section 2); it resets whenever it opens. */
export function UserFormModal({ opened, user, onClose, onInvited }: Props) {
  const edit = useUserForm({ opened, user, onSaved: onClose, onInvited });
  const { form, submit, saving, failure, base, stale, showPassword } = edit;
  return (
    <FormModal
      opened={opened}
      title={user ? 'Edit User' : 'Add New User'}
      size={640}
      isDirty={form.isDirty}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
      footer={base && <SignInLinkButton userID={base.userID} />}
    >
      {stale && <StaleEdit thing="user" stale={stale} />}
      <UserForm
        form={form}
        isNew={base === null}
        mayKeepPassword={mayKeepPassword(base)}
        onShowPassword={showPassword}
      />
    </FormModal>
  );
}

/** Copies an owner's sign-in link, which the administrator can send to them. */
function SignInLinkButton({ userID }: { userID: string }) {
  const { outcome, copy } = useCopy();
  const words = copyWords(outcome);
  return (
    <>
      <Button
        variant="subtle"
        color={outcome === 'failed' ? 'red' : 'gray'}
        leftSection={outcome === 'copied' ? <IconCheck size={16} /> : <IconLink size={16} />}
        onClick={() => copy(signInLink(userID))}
      >
        {words || 'Copy sign-in link'}
      </Button>
      <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>
    </>
  );
}
