import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ComponentType, type FormEvent, useState, useSyncExternalStore } from 'react';
import { isRefusal } from '../../lib/api-error.ts';
import { loginOf } from '../../people/session-user.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { answerRenewal, type Renewal, renewalStore } from './renewal-store.ts';
import { beginSession, type SignedIn, useSignInAgain } from './session.api.ts';
import type { Session } from './session.ts';
import { useAskedFactor } from './use-asked-factor.ts';
import { usePassingError } from './use-passing-error.ts';

type Props = {
  onLeave: (session: Session) => void;
  /** The second step of a sign-in, from another feature. */
  SecondStep: ComponentType<{
    asked: SecondFactorAsked;
    onSignedIn: (signedIn: SignedIn) => void;
    onBack: () => void;
  }>;
};

/**
 * The dialog for a session that ended over unsaved work or a selection: the user signs in again with the same account,
 * so that nothing is lost (ADR 22). If the dialog is closed, the page stays as it is, and the next call that
 * somebody asks for opens it again.
 */
export function RenewSession(props: Props) {
  const renewal = useSyncExternalStore(renewalStore.subscribe, renewalStore.get);
  const [last, setLast] = useState<Renewal | null>(renewal);
  if (renewal && renewal !== last) setLast(renewal);
  return (
    <Dialog
      opened={renewal !== null}
      onClose={() => answerRenewal(false)}
      title="Sign in again"
      size={420}
      centered
      zIndex="var(--z-renewal)"
    >
      {last && <RenewForm {...last} {...props} />}
    </Dialog>
  );
}

function RenewForm({ session, message, onLeave, SecondStep }: Renewal & Props) {
  const { user } = session;
  const login = loginOf(user);
  const [password, setPassword] = useState('');
  const { mutate, isPending, error, reset } = useSignInAgain(session);
  useBusyDialog(isPending);
  usePassingError(error, reset);
  const { asked, noteError, askPassword } = useAskedFactor();

  function signIn(event: FormEvent) {
    event.preventDefault();
    // React events bubble through portals: without this, the form around the dialog would be submitted too.
    event.stopPropagation();
    if (password.trim() === '') return;
    mutate(password, { onSuccess: () => answerRenewal(true), onError: noteError });
  }

  if (asked) {
    return (
      <SecondStep
        asked={asked}
        onSignedIn={(signedIn) => {
          beginSession(signedIn);
          answerRenewal(true);
        }}
        onBack={askPassword}
      />
    );
  }

  return (
    <form noValidate onSubmit={signIn}>
      <Stack gap="md">
        <Text>
          {message}: your session has ended. What you typed and selected is kept; sign in as{' '}
          <bdi>
            <strong>{login}</strong>
          </bdi>{' '}
          to go on.
        </Text>
        {/* Tells password managers which account this is. */}
        <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        <PasswordField
          label="Password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
        />
        {isRefusal(error) && (
          <Alert color="red" role="alert" icon={<IconAlertCircle />} p="sm">
            {error.message}
          </Alert>
        )}
        <Group justify="space-between" gap="sm">
          <Button
            variant="subtle"
            color="gray"
            disabled={isPending}
            onClick={() => {
              answerRenewal(false);
              onLeave(session);
            }}
          >
            Use another account
          </Button>
          <Button type="submit" loading={isPending} disabled={password.trim() === ''}>
            Sign In
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
