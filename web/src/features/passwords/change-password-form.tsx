import { limits } from '@adwarden/contract/limits';
import { adminPasswordForm, userPasswordForm } from '@adwarden/contract/passwords';
import { Button, Checkbox, Stack } from '@mantine/core';
import { toastSession } from '../../lib/toasts.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { useUnsaved } from '../../ui/unsaved.ts';
import { type Account, type PasswordFormValues, useChangePassword } from './passwords.api.ts';

const schemas = { admin: adminPasswordForm, user: userPasswordForm };
const empty: PasswordFormValues = {
  oldPassword: '',
  newPassword: '',
  confirmPassword: '',
  endOthers: true,
};

type Props = {
  account: Account;
  /** Called after the change; the session of this tab has ended then. */
  onChanged: () => void;
  /** The person must choose another password first: then all sessions end. */
  isFirst?: boolean;
};

/** Changes their own password, for administrators and owners alike (spec, section 2 "Change password"). */
export function ChangePasswordForm({ account, onChanged, isFirst = false }: Props) {
  const change = useChangePassword(account);
  const { form, submit, saving, failure } = useServerForm({
    schema: schemas[account.role],
    initialValues: empty,
    onSubmit: async ({ oldPassword, newPassword, confirmPassword, endOthers = true }) => {
      const passwords = { oldPassword, newPassword, confirmPassword, endOthers };
      const { message } = await change.mutateAsync(passwords);
      // Before the page changes, because the form would ask about unsaved passwords.
      form.reset();
      toastSession(message, 'success');
      onChanged();
    },
  });
  useUnsaved(true, form.isDirty);
  return (
    <form noValidate onSubmit={submit} aria-busy={saving}>
      {/* Tells password managers which account this is. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={'email' in account ? account.email : account.userID}
        readOnly
        hidden
      />
      <Stack gap="md">
        <FormFailure failure={failure} />
        <PasswordField
          key={form.key('oldPassword')}
          {...form.getInputProps('oldPassword')}
          label="Old Password"
          autoComplete="current-password"
        />
        <PasswordField
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
          label="New Password"
          description={`${limits.password.min} to ${limits.password.max} characters.`}
          autoComplete="new-password"
        />
        <PasswordField
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
          label="Confirm Password"
          autoComplete="new-password"
        />
        {!isFirst && (
          <Checkbox
            key={form.key('endOthers')}
            {...form.getInputProps('endOthers', { type: 'checkbox' })}
            label="End all others"
            description="Signs you out on other devices, too."
          />
        )}
        <Button type="submit" loading={saving} mt="xs" w="fit-content">
          Change Password
        </Button>
      </Stack>
    </form>
  );
}
