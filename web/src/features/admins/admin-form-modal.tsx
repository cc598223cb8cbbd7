import type { Admin } from '@adwarden/contract/admins/admins';
import type { Invitation } from '@adwarden/contract/invitations/invitations';
import { limits } from '@adwarden/contract/limits';
import { type AdminRole, accessOfRole, adminRoles } from '@adwarden/contract/people/people';
import { adminRoleWords } from '@adwarden/contract/state-words';
import { Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { toastSuccess } from '../../lib/toasts.ts';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { adminSchema, formValuesOf, type NewAdminPayload, type Way } from './admin-form-values.ts';
import { useAddAdmin, useUpdateAdmin } from './admins.api.ts';

type Props = {
  opened: boolean;
  /** The administrator who is edited; null for a new one. */
  admin: Admin | null;
  /** The administrator who is edited is signed in here: nobody changes the own role. */
  isOwn: boolean;
  onClose: () => void;
  /** Called with a new link, after the modal has closed. */
  onInvited: (admin: Admin, made: Invitation) => void;
  /** Called with a generated password, after the modal has closed. */
  onPassword: (admin: Admin, password: string) => void;
};

const ways: { value: Way; label: string }[] = [
  { value: 'invite', label: 'Invite' },
  { value: 'password', label: 'Password' },
];
const roles = adminRoles.map((value) => ({ value, label: adminRoleWords[value] }));
const hintOf = (role: AdminRole): string =>
  accessOfRole(role) === 'all'
    ? 'May do everything.'
    : 'Reads what administrators read, without passwords, keys and whole tokens, and changes nothing.';
const hints: Record<Way, string> = {
  invite: `A link with which this person chooses a password. It works once, for ${limits.invitations.hours} hours.`,
  password: `A password is made and shown once. It works for ${limits.invitations.hours} hours, and is changed at the first sign-in.`,
};

/** Adds an administrator or changes the names of one. A new `key` resets it. */
export function AdminFormModal(props: Props) {
  const { opened, admin, isOwn, onClose, onInvited, onPassword } = props;
  const add = useAddAdmin(opened);
  const update = useUpdateAdmin({ errorToast: false });
  const { form, submit, saving, failure } = useServerForm({
    schema: adminSchema(admin),
    initialValues: formValuesOf(admin),
    async onSubmit(sent) {
      if (admin) {
        const { fullName, email, role } = sent;
        // Another role ends the sessions, so one that is the same is not sent.
        const changes = { fullName, email, ...(role !== admin.role && { role }) };
        const { message } = await update.mutateAsync({ id: admin.id, changes });
        toastSuccess(message);
        return onClose();
      }
      const { message, data, invitation } = await add.mutateAsync(sent as NewAdminPayload);
      toastSuccess(message);
      onClose();
      if (invitation) onInvited(data, invitation);
      else if (sent.password !== undefined) onPassword(data, sent.password);
    },
  });
  const { way, role } = form.getValues();
  return (
    <FormModal
      opened={opened}
      title={admin ? 'Edit administrator' : 'Add administrator'}
      size={520}
      isDirty={form.isDirty}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextField
          key={form.key('fullName')}
          {...form.getInputProps('fullName')}
          label="Full Name"
          withAsterisk
          limit={limits.text.fullName}
          dir="auto"
          autoComplete="off"
          data-autofocus
        />
        <TextField
          key={form.key('email')}
          {...form.getInputProps('email')}
          label="Email"
          description="What this person signs in with."
          withAsterisk
          type="email"
          limit={limits.text.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {!isOwn && (
          <>
            <Input.Wrapper label="Role" labelElement="div">
              <SegmentedControl
                fullWidth
                data={roles}
                value={role}
                onChange={(next) => form.setFieldValue('role', next as AdminRole)}
                aria-label="Role"
              />
            </Input.Wrapper>
            <Text c="dimmed">
              {hintOf(role)}
              {admin && role !== admin.role && ` ${admin.fullName} is signed out at once.`}
            </Text>
          </>
        )}
        {!admin && (
          <>
            <Input.Wrapper label="Signs in first with" labelElement="div">
              <SegmentedControl
                fullWidth
                data={ways}
                value={way}
                onChange={(next) => form.setFieldValue('way', next as Way)}
                aria-label="Signs in first with"
              />
            </Input.Wrapper>
            <Text c="dimmed">{hints[way]}</Text>
          </>
        )}
      </Stack>
    </FormModal>
  );
}
