import { Navigate, useLocation, useNavigate } from 'react-router';
import { AskedStep } from '../features/factors/asked-step.tsx';
import { useReturnPath } from '../features/session/return-to.ts';
import { beginSession, useSignIn } from '../features/session/session.api.ts';
import { SignInCard } from '../features/session/sign-in-card.tsx';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { useAskedFactor } from '../features/session/use-asked-factor.ts';
import { usePassingError } from '../features/session/use-passing-error.ts';
import { useSession } from '../features/session/use-session.ts';
import { isRefusal } from '../lib/api-error.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { companyName } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';
import { useInvited } from '../lib/sign-in-link.ts';
import { AuthLayout } from '../shell/auth-layout.tsx';
import { lazyExtra } from '../ui/lazy-part.tsx';

const SignInWays = lazyExtra(async () => (await import('./sign-in-ways.tsx')).SignInWays);

/** What is said to each role. Only owners get links with their login in it. */
const cards = {
  admin: {
    whom: 'This sign-in is for administrators.',
    other: { text: 'Sign in as an app owner', href: paths.user.signIn },
    takesLinks: false,
  },
  user: {
    whom: 'This sign-in is for app owners.',
    other: { text: 'Sign in as an administrator', href: paths.admin.signIn },
    takesLinks: true,
  },
};

/** The administrators' sign-in at /admin and /admin/login, and the app owners' at /login (spec, section 2). */
export function SignInPage({ of }: { of: Role }) {
  usePanelTitle(of, 'SignIn');
  const session = useSession();
  const from = useReturnPath();
  const invited = useInvited();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const { mutate, isPending, error, reset } = useSignIn(of);
  usePassingError(error, reset);
  const { asked, noteError, askPassword } = useAskedFactor();
  const { takesLinks, ...card } = cards[of];

  if (session?.user.role === of) return <Navigate to={from ?? paths[of].dashboard} replace />;
  if (asked) {
    return (
      <AuthLayout companyName={companyName()}>
        <AskedStep asked={asked} onSignedIn={beginSession} onBack={askPassword} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout companyName={companyName()}>
      <SignInCard {...card}>
        <SignInForm
          of={of}
          known={takesLinks ? invited : ''}
          busy={isPending}
          error={error}
          onSubmit={(credentials) =>
            mutate(credentials, {
              onError(reason) {
                noteError(reason);
                // From /admin to /admin/login.
                if (isRefusal(reason) || pathname === paths[of].signIn) return;
                navigate(paths[of].signIn, { replace: true, state });
              },
            })
          }
        />
        <SignInWays
          as={of}
          onSignedIn={(signedIn) => {
            beginSession(signedIn);
            const { role } = signedIn.user;
            if (role !== of) navigate(paths[role].dashboard, { replace: true });
          }}
        />
      </SignInCard>
    </AuthLayout>
  );
}
