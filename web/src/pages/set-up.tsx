import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { factorsQuery } from '../features/factors/factors.api.ts';
import { FirstFactor } from '../features/factors/first-factor.tsx';
import { ChangePasswordForm } from '../features/passwords/change-password-form.tsx';
import { noteSetUp } from '../features/session/session.api.ts';
import { useSession } from '../features/session/use-session.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { companyName } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import { adminOf } from '../people/session-user.ts';
import { AuthLayout } from '../shell/auth-layout.tsx';
import { Loading } from '../ui/feedback/loading.tsx';

/** /admin/set-up and /set-up: what somebody must set up before anything else, one thing after the other (ADR 121, ADR 137). */
export function SetUpPage() {
  const session = useSession();
  const role = session?.user.role ?? 'admin';
  const [first] = session?.mustSetUp ?? [];
  usePanelTitle(role, first === 'password' ? 'Choose a password' : 'Set up a second factor');
  if (!session) return <Navigate to={paths.admin.signIn} replace />;
  if (!first) return <Navigate to={paths[role].dashboard} replace />;
  const admin = adminOf(session.user);
  return (
    <AuthLayout companyName={companyName()}>
      <Stack gap="lg">
        {first === 'password' && admin ? (
          <OwnPassword email={admin.email} />
        ) : (
          <SecondFactor dashboard={paths[role].dashboard} />
        )}
        <Anchor component={Link} to={paths[role].logout} ta="center" fw={500}>
          Sign out
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}

function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={4}>
      <Title order={1}>{title}</Title>
      <Text c="dimmed">{children}</Text>
    </Stack>
  );
}

/** An own password in place of one that somebody else has made. Afterwards the administrator signs in with it. */
function OwnPassword({ email }: { email: string }) {
  const navigate = useNavigate();
  return (
    <>
      <Heading title="Choose your own password">
        The one that you have was made for you, and somebody else may know it. Afterwards you sign
        in as <bdi>{email}</bdi> with the new one.
      </Heading>
      <ChangePasswordForm
        account={{ role: 'admin', email }}
        isFirst
        onChanged={() => navigate(paths.admin.logout, { replace: true })}
      />
    </>
  );
}

/** A second factor. The session goes on with it. */
function SecondFactor({ dashboard }: { dashboard: string }) {
  const navigate = useNavigate();
  const { data, error } = useQuery(factorsQuery);
  // The first answer counts: later ones have the factor that is set up here, whose recovery codes are shown meanwhile.
  const [hadFactor, setHadFactor] = useState<boolean | null>(null);
  if (hadFactor === null && (data || error)) setHadFactor((data?.factors.length ?? 0) > 0);
  const goOn = () => {
    noteSetUp('secondFactor');
    navigate(dashboard, { replace: true });
  };
  if (hadFactor === null) return <Loading />;
  // The page was loaded again after the set-up.
  if (hadFactor) return <HadFactor onSeen={goOn} />;
  return (
    <>
      <Heading title="Set up a second factor">
        Your account needs one before you go on. It takes a minute: after your password, a sign-in
        then asks for a code of your telephone, or for a passkey.
      </Heading>
      <FirstFactor onDone={goOn} />
    </>
  );
}

function HadFactor({ onSeen }: { onSeen: () => void }) {
  const goOn = useEffectEvent(onSeen);
  useEffect(() => goOn(), []);
  return <Loading />;
}
