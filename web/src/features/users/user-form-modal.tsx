import type { User } from '@adwarden/contract/users';
import { toastSuccess } from '../../lib/toasts.ts';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { UserForm } from './user-form.tsx';
import { formValuesOf, mayKeepPassword, userSchema } from './user-form-values.ts';
import { useCreateUser, useUpdateUser } from './users.api.ts';

type Props = {
  opened: boolean;
  /** Who is edited; null for a new user. */
  user: User | null;
  onClose: () => void;
};

/** 'Add New User' or 'Edit User' (spec, section 2); give it a new `key` for each opening. */
export function UserFormModal({ opened, user, onClose }: Props) {
  const create = useCreateUser();
  const update = useUpdateUser();
  const { form, submit, saving } = useServerForm({
    schema: userSchema(user),
    initialValues: formValuesOf(user),
    onSubmit: async (payload) => {
      const { message } = user
        ? await update.mutateAsync({ id: user.id, payload })
        : await create.mutateAsync(payload);
      toastSuccess(message);
      onClose();
    },
  });
  return (
    <FormModal
      opened={opened}
      title={user ? 'Edit User' : 'Add New User'}
      size={640}
      isDirty={form.isDirty}
      saving={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserForm form={form} mayKeepPassword={mayKeepPassword(user)} />
    </FormModal>
  );
}
