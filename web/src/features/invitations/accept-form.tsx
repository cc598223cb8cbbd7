import type { AnswerOf } from '@adwarden/contract/call';
import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import {
  acceptForm,
  type Invited,
  type invitationCalls,
} from '@adwarden/contract/invitations/invitations';
import { limits } from '@adwarden/contract/limits';
import { Button, Stack, TextInput } from '@mantine/core';
import { askedFactorOf } from '../../lib/asked-factor.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { useUnsaved } from '../../ui/unsaved.ts';
import { useAcceptInvitation } from './invitations.api.ts';

type Props = {
  token: string;
  invited: Invited;
  /** The label of the login: 'Email' or 'User Id'. */
  loginLabel: string;
  /** Called with what a sign-in answers. */
  onAccepted: (signedIn: AnswerOf<typeof invitationCalls.acceptInvitation>) => void;
  /** Called when the password is set, and the account has a second factor: the sign-in goes on with it. */
  onAsked: (asked: SecondFactorAsked) => void;
};

/** Chooses the password of an invited account. */
export function AcceptForm({ token, invited, loginLabel, onAccepted, onAsked }: Props) {
  const accept = useAcceptInvitation();
  const { form, submit, saving, failure } = useServerForm({
    schema: acceptForm,
    initialValues: { token, password: '', confirmPassword: '' },
    async onSubmit(sent) {
      const signedIn = await accept.mutateAsync(sent).catch((error: unknown) => {
        const asked = askedFactorOf(error);
        if (!asked) throw error;
        form.reset();
        onAsked(asked);
        return null;
      });
      if (!signedIn) return;
      // Before the page changes, because the form would ask about unsaved passwords.
      form.reset();
      onAccepted(signedIn);
    },
  });
  useUnsaved(true, form.isDirty);
  return (
    <form noValidate onSubmit={submit} aria-busy={saving}>
      <Stack gap="md">
        <FormFailure failure={failure} />
        {/* Password managers store the password for it. */}
        <TextInput
          label={loginLabel}
          name="username"
          autoComplete="username"
          value={invited.login}
          readOnly
        />
        <PasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          label="New Password"
          description={`${limits.password.min} to ${limits.password.max} characters.`}
          autoComplete="new-password"
          autoFocus
        />
        <PasswordField
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
          label="Confirm Password"
          autoComplete="new-password"
        />
        <Button type="submit" fullWidth mt="xs" loading={saving}>
          Save and sign in
        </Button>
      </Stack>
    </form>
  );
}
