import { Navigate, useLocation, useNavigate } from 'react-router';
import { AskedStep } from '../features/factors/asked-step.tsx';
import { PasskeyWay } from '../features/factors/passkey-way.tsx';
import { useReturnPath } from '../features/session/return-to.ts';
import { beginSession, useAdminSignIn } from '../features/session/session.api.ts';
import { SignInCard } from '../features/session/sign-in-card.tsx';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { useAskedFactor } from '../features/session/use-asked-factor.ts';
import { usePassingError } from '../features/session/use-passing-error.ts';
import { useSession } from '../features/session/use-session.ts';
import { SignOnWay } from '../features/single-sign-on/sign-on-way.tsx';
import { isRefusal } from '../lib/api-error.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { companyName } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import { adminOf } from '../people/session-user.ts';
import { AuthLayout } from '../shell/auth-layout.tsx';

/** The administrators' sign-in at /admin and /admin/login (spec, section 2). */
export function AdminSignIn() {
  usePanelTitle('admin', 'SignIn');
  const session = useSession();
  const from = useReturnPath();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { mutate, isPending, error, reset } = useAdminSignIn();
  usePassingError(error, reset);
  const { asked, noteError, askPassword } = useAskedFactor();

  if (adminOf(session?.user)) return <Navigate to={from ?? paths.admin.dashboard} replace />;
  if (asked) {
    return (
      <AuthLayout companyName={companyName()}>
        <AskedStep asked={asked} onSignedIn={beginSession} onBack={askPassword} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout companyName={companyName()}>
      <SignInCard
        whom="This sign-in is for administrators."
        other={{ text: 'Sign in as an app owner', href: paths.user.signIn }}
        below={
          <PasskeyWay
            onSignedIn={(signedIn) => {
              beginSession(signedIn);
              if (!adminOf(signedIn.user)) navigate(paths.user.dashboard, { replace: true });
            }}
          />
        }
      >
        <SignInForm
          login="email"
          busy={isPending}
          error={error}
          onSubmit={(credentials) =>
            mutate(credentials, {
              onError: (reason) => {
                noteError(reason);
                if (!isRefusal(reason)) navigate(paths.admin.signIn, { replace: true, state });
              },
            })
          }
        />
        <SignOnWay as="admin" />
      </SignInCard>
    </AuthLayout>
  );
}
