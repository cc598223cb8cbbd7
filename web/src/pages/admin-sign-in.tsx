import { Navigate, useLocation, useNavigate } from 'react-router';
import { AskedStep } from '../features/factors/asked-step.tsx';
import { useReturnPath } from '../features/session/return-to.ts';
import { beginSession, useAdminSignIn } from '../features/session/session.api.ts';
import { SignInCard } from '../features/session/sign-in-card.tsx';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { useAskedFactor } from '../features/session/use-asked-factor.ts';
import { usePassingError } from '../features/session/use-passing-error.ts';
import { useSession } from '../features/session/use-session.ts';
import { isRefusal } from '../lib/api-error.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { companyName } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import { adminOf } from '../people/session-user.ts';
import { AuthLayout } from '../shell/auth-layout.tsx';
import { lazyExtra } from '../ui/lazy-part.tsx';

const SignInWays = lazyExtra(async () => (await import('./sign-in-ways.tsx')).SignInWays);

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
        <SignInWays
          as="admin"
          onSignedIn={(signedIn) => {
            beginSession(signedIn);
            if (!adminOf(signedIn.user)) navigate(paths.user.dashboard, { replace: true });
          }}
        />
      </SignInCard>
    </AuthLayout>
  );
}
