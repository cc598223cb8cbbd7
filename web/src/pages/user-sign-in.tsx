import { Navigate, useNavigate } from 'react-router';
import { AskedStep } from '../features/factors/asked-step.tsx';
import { useReturnPath } from '../features/session/return-to.ts';
import { beginSession, useOwnerSignIn } from '../features/session/session.api.ts';
import { SignInCard } from '../features/session/sign-in-card.tsx';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { useAskedFactor } from '../features/session/use-asked-factor.ts';
import { usePassingError } from '../features/session/use-passing-error.ts';
import { useSession } from '../features/session/use-session.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { companyName } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import { useInvited } from '../lib/sign-in-link.ts';
import { ownerOf } from '../people/session-user.ts';
import { AuthLayout } from '../shell/auth-layout.tsx';
import { lazyExtra } from '../ui/lazy-part.tsx';

const SignInWays = lazyExtra(async () => (await import('./sign-in-ways.tsx')).SignInWays);

/** The app owners' sign-in at /login (spec, section 2). */
export function UserSignIn() {
  usePanelTitle('user', 'SignIn');
  const session = useSession();
  const from = useReturnPath();
  const invited = useInvited();
  const navigate = useNavigate();
  const { mutate, isPending, error, reset } = useOwnerSignIn();
  usePassingError(error, reset);
  const { asked, noteError, askPassword } = useAskedFactor();

  if (ownerOf(session?.user)) return <Navigate to={from ?? paths.user.dashboard} replace />;
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
        whom="This sign-in is for app owners."
        other={{ text: 'Sign in as an administrator', href: paths.admin.signIn }}
      >
        <SignInForm
          login="userID"
          known={invited}
          busy={isPending}
          error={error}
          onSubmit={(credentials) => mutate(credentials, { onError: noteError })}
        />
        <SignInWays
          as="user"
          onSignedIn={(signedIn) => {
            beginSession(signedIn);
            if (!ownerOf(signedIn.user)) navigate(paths.admin.dashboard, { replace: true });
          }}
        />
      </SignInCard>
    </AuthLayout>
  );
}
