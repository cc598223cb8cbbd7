import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import { invitationPath } from '@adwarden/contract/invitations/invitation-path';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { AskedStep } from '../features/factors/asked-step.tsx';
import { AcceptForm } from '../features/invitations/accept-form.tsx';
import { invitedQuery } from '../features/invitations/invitations.api.ts';
import { beginSession } from '../features/session/session.api.ts';
import { useSession } from '../features/session/use-session.ts';
import { useLinkToken } from '../lib/address/use-link-token.ts';
import { isRefusal, messageOf } from '../lib/api-error.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { companyName, showPasswords } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import { loginOf } from '../people/session-user.ts';
import { AuthLayout } from '../shell/auth-layout.tsx';
import { SignInLinks } from '../shell/sign-in-links.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { RetryButton } from '../ui/feedback/retry-button.tsx';

/**
 * /invitation: whoever has the link chooses a password (ADR 120). The token is taken out of the address at once, and is kept
 * in memory only. Opening the page changes nothing, and it asks no other tab for a session.
 */
export function InvitationPage() {
  const token = useLinkToken(invitationPath);
  return (
    <AuthLayout companyName={companyName()}>
      {token === '' ? <NoLink /> : <Invitation key={token} token={token} />}
    </AuthLayout>
  );
}

const words = {
  admin: { login: 'Email', hint: '' },
  user: {
    login: 'User Id',
    hint: 'Administrators can read your password: use one that you use nowhere else.',
  },
};

function Invitation({ token }: { token: string }) {
  const [isUsed, setUsed] = useState(false);
  const [asked, setAsked] = useState<SecondFactorAsked | null>(null);
  const asking = useQuery({ ...invitedQuery(token), enabled: !isUsed });
  const { data: invited, error, isFetching, refetch } = asking;
  const session = useSession();
  const navigate = useNavigate();
  usePanelTitle(invited?.role ?? 'user', 'Invitation');
  if (error) {
    return (
      <Refused message={messageOf(error)}>
        {!isRefusal(error) && <RetryButton retrying={isFetching} onRetry={() => void refetch()} />}
      </Refused>
    );
  }
  if (!invited) return <Loading />;
  const begin = (signedIn: Parameters<typeof beginSession>[0]) => {
    // A session of another account empties the cache: the link that is used now must not be asked about again.
    flushSync(() => setUsed(true));
    beginSession(signedIn);
    navigate(paths[invited.role].dashboard, { replace: true });
  };
  if (asked) {
    const back = () => navigate(paths[invited.role].signIn, { replace: true });
    return <AskedStep asked={asked} onSignedIn={begin} onBack={back} />;
  }
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1}>
          Welcome, <bdi>{invited.fullName}</bdi>
        </Title>
        <Text c="dimmed">
          Choose the password with which you sign in to <bdi>{companyName()}</bdi>.
        </Text>
      </Stack>
      {session && (
        <Alert color="yellow" p="sm">
          You are signed in here as <bdi>{loginOf(session.user)}</bdi>. Afterwards this tab is
          signed in as <bdi>{invited.login}</bdi>.
        </Alert>
      )}
      <AcceptForm
        token={token}
        invited={invited}
        loginLabel={words[invited.role].login}
        onAccepted={begin}
        onAsked={(next) => {
          // The link is used: nothing asks about it again.
          setUsed(true);
          setAsked(next);
        }}
      />
      {showPasswords() && words[invited.role].hint && (
        <Text c="dimmed">{words[invited.role].hint}</Text>
      )}
    </Stack>
  );
}

const NoLink = () => {
  usePanelTitle('user', 'Invitation');
  return (
    <Refused message="Open the whole link of your invitation. After a reload, open it again." />
  );
};

function Refused({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <Stack gap="lg">
      <Title order={1}>Invitation</Title>
      <Alert color="red" role="alert" p="sm">
        {message}
      </Alert>
      {children}
      <SignInLinks />
    </Stack>
  );
}
