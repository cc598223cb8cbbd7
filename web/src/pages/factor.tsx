import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import { factorPath } from '@adwarden/contract/factors/factor-path';
import { Alert, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AskedStep } from '../features/factors/asked-step.tsx';
import { useSecondStep } from '../features/factors/factors.api.ts';
import { beginSession, useSignIn } from '../features/session/session.api.ts';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { usePassingError } from '../features/session/use-passing-error.ts';
import { useLinkToken } from '../lib/address/use-link-token.ts';
import { messageOf } from '../lib/api-error.ts';
import { askedFactorOf } from '../lib/asked-factor.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { companyName } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';
import { AuthLayout } from '../shell/auth-layout.tsx';
import { SignInLinks } from '../shell/sign-in-links.tsx';

/**
 * /factor: somebody whose second factor was removed signs in with the password and the link, and sets up a new one (ADR 137). The token
 * is taken out of the address at once, and is kept in memory only. Opening the page changes nothing, and it asks no other tab for a
 * session.
 */
export function FactorPage() {
  const token = useLinkToken(factorPath);
  usePanelTitle('user', 'Second factor');
  return (
    <AuthLayout companyName={companyName()}>
      {token === '' ? <NoLink /> : <WithLink key={token} link={token} />}
    </AuthLayout>
  );
}

const roles: { value: Role; label: string }[] = [
  { value: 'user', label: 'App owner' },
  { value: 'admin', label: 'Administrator' },
];

/** The form uses `link` as the second step, and calls `onAsked` if the account has a factor again. */
type FormProps = { link: string; role: Role; onAsked: (asked: SecondFactorAsked) => void };

function WithLink({ link }: { link: string }) {
  const navigate = useNavigate();
  const [role, setRole] = useState<Role>('user');
  const [asked, setAsked] = useState<SecondFactorAsked | null>(null);
  if (asked) {
    return (
      <AskedStep
        asked={asked}
        onSignedIn={(signedIn) => {
          beginSession(signedIn);
          navigate(paths[role].dashboard, { replace: true });
        }}
        onBack={() => setAsked(null)}
      />
    );
  }
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1}>Set up a new second factor</Title>
        <Text c="dimmed">
          The one that you had was removed. Sign in with your password; then you set up another one.
        </Text>
      </Stack>
      <SegmentedControl
        aria-label="Sign in as"
        data={roles}
        value={role}
        onChange={(chosen) => setRole(chosen as Role)}
      />
      <Form key={role} link={link} role={role} onAsked={setAsked} />
    </Stack>
  );
}

/** Sends the link as the second step after the password. An account that has a factor again asks for that. */
function useLinkStep({ link, role, onAsked }: FormProps) {
  const navigate = useNavigate();
  const step = useSecondStep();
  const goOn = () => navigate(paths[role].dashboard, { replace: true });
  function onError(reason: Error): void {
    const next = askedFactorOf(reason);
    if (!next) return;
    if (!next.methods.includes('link')) return onAsked(next);
    step.mutate(
      { ticket: next.ticket, link },
      {
        onSuccess(signedIn) {
          beginSession(signedIn);
          goOn();
        },
      },
    );
  }
  return { step, handlers: { onSuccess: goOn, onError } };
}

function Form(props: FormProps) {
  const { mutate, isPending, error, reset } = useSignIn(props.role);
  usePassingError(error, reset);
  const { step, handlers } = useLinkStep(props);
  return (
    <>
      <SignInForm
        of={props.role}
        busy={isPending || step.isPending}
        error={askedFactorOf(error) ? null : error}
        onSubmit={(typed) => mutate(typed, handlers)}
      />
      <Refused error={step.error} />
    </>
  );
}

function Refused({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Alert color="red" role="alert" p="sm">
      {messageOf(error)}
    </Alert>
  );
}

function NoLink() {
  return (
    <Stack gap="lg">
      <Title order={1}>Set up a new second factor</Title>
      <Alert color="red" role="alert" p="sm">
        Open the whole link that you got. After a reload, open it again.
      </Alert>
      <SignInLinks />
    </Stack>
  );
}
