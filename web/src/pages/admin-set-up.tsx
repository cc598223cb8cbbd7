import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link, Navigate, useNavigate } from 'react-router';
import { ChangePasswordForm } from '../features/passwords/change-password-form.tsx';
import { useSession } from '../features/session/use-session.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { companyName } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import { adminOf } from '../people/session-user.ts';
import { AuthLayout } from '../shell/auth-layout.tsx';

/**
 * /admin/set-up: who signs in with a password that somebody else has made chooses another one first (ADR 121). Afterwards
 * the administrator signs in with it, as after every change of a password.
 */
export function AdminSetUp() {
  usePanelTitle('admin', 'Choose a password');
  const session = useSession();
  const admin = adminOf(session?.user);
  const navigate = useNavigate();
  if (!admin) return <Navigate to={paths.admin.signIn} replace />;
  if (!session?.mustSetUp) return <Navigate to={paths.admin.dashboard} replace />;
  return (
    <AuthLayout companyName={companyName()}>
      <Stack gap="lg">
        <Stack gap={4}>
          <Title order={1}>Choose your own password</Title>
          <Text c="dimmed">
            The one that you have was made for you, and somebody else may know it. Afterwards you
            sign in as <bdi>{admin.email}</bdi> with the new one.
          </Text>
        </Stack>
        <ChangePasswordForm
          account={{ role: 'admin', email: admin.email }}
          isFirst
          onChanged={() => navigate(paths.admin.logout, { replace: true })}
        />
        <Anchor component={Link} to={paths.admin.logout} ta="center" fw={500}>
          Sign out
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}
