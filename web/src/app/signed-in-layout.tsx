import { idOf, loginOf, scopeOf } from '../people/session-user.ts';
import '../theme/mantine-rest.css';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useMemo } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { Bell } from '../features/bell/bell.tsx';
import { BatchIndicator } from '../features/bulk/batches/batch-indicator.tsx';
import { useWaiting } from '../features/changes/requests/use-waiting.ts';
import { SecondStepForm } from '../features/factors/asked-step.tsx';
import { ConfirmAgain } from '../features/factors/confirm-again.tsx';
import { HelpMenu } from '../features/help/help-menu.tsx';
import { PauseDialogHost } from '../features/pauses/dialog/pause-dialog-host.tsx';
import { PauseBanner } from '../features/pauses/pause-banner.tsx';
import { PhonesBanner } from '../features/phones/phones-banner.tsx';
import { checkOnReturn } from '../features/session/check-on-return.ts';
import { RenewSession } from '../features/session/renew-session.tsx';
import { renewToken } from '../features/session/renewed-token.ts';
import { accountOf } from '../features/session/session.ts';
import { useSession } from '../features/session/use-session.ts';
import { companyName } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';
import { wishForToasts } from '../lib/toast-wishes.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { menuFor, withBadge } from '../shell/menu/menu.ts';
import { BellButton } from '../shell/top-bar/bell-button.tsx';
import { HelpButton } from '../shell/top-bar/help-button.tsx';
import { focusToastAction } from '../ui/feedback/action-toast.tsx';
import { LeaveGuard } from '../ui/form/leave-guard.tsx';
import { Hints } from '../ui/hints.tsx';
import { lazyPanel } from '../ui/lazy-part.tsx';
import { useLetterKeys } from '../ui/letter-keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { PaletteOpener } from './palette-opener.tsx';
import { useNews } from './use-news.ts';
import { useOfferReload } from './use-offer-reload.ts';
import { usePrefetchApps } from './use-prefetch-apps.ts';

/** Constant elements, one per role, so that the top bar does not render again. */
const actions = {
  admin: <Actions of="admin" />,
  user: <Actions of="user" />,
};
const menus = { admin: menuFor('admin'), user: menuFor('user') };

function Actions({ of }: { of: Role }) {
  const [areKeysShown, keys] = useDisclosure();
  useLetterKeys({ '?': keys.open, u: focusToastAction });
  return (
    <>
      <MyBatches />
      <PaletteOpener onShowKeys={keys.open} />
      <Bell Button={BellButton} />
      <HelpMenu of={of} Button={HelpButton} onShowKeys={keys.open} />
      <KeysDialog opened={areKeysShown} onClose={keys.close} />
    </>
  );
}

/** A batch of the signed-in person that runs. */
function MyBatches() {
  const user = useSession()?.user;
  if (!user) return null;
  const personID = idOf(user);
  return <BatchIndicator key={personID} role={user.role} personID={personID} />;
}

const SignOnAgain = lazyPanel(
  async () => (await import('../features/single-sign-on/sign-on-again.tsx')).SignOnAgain,
);

/** The answer at the provider of single sign-on, for the session of this tab. */
function SignOnOfSession(props: { ticket: string; onConfirmed: (token: string) => void }) {
  const session = useSession();
  return session && <SignOnAgain as={session.user.role} token={session.token} {...props} />;
}

/** The shell around every page behind the sign-in; in a chunk of its own, which the sign-in page does not load. */
export function SignedInLayout() {
  const session = useSession();
  const user = session?.user;
  useEffect(wishForToasts, []);
  useEffect(checkOnReturn, []);
  usePrefetchApps(user);
  useOfferReload();
  useNews(session ? accountOf(session) : null);
  const navigate = useNavigate();
  const waiting = useWaiting(user?.role);
  const menu = useMemo(() => {
    const rows = menus[user?.role ?? 'user'];
    if (waiting === 0) return rows;
    const text = waiting.toLocaleString('en');
    return withBadge(rows, 'safety', { text, tone: 'warning', words: 'waiting for approval' });
  }, [user?.role, waiting]);
  if (!user) return null;
  const account = accountOf(session) ?? '';
  return (
    <>
      <AppShell
        role={user.role}
        fullName={user.fullName}
        companyName={companyName()}
        menu={menu}
        actions={actions[user.role]}
        banner={
          <>
            <PhonesBanner role={user.role} />
            <PauseBanner key={account} role={user.role} account={account} />
          </>
        }
      >
        <Outlet />
      </AppShell>
      <PauseDialogHost scope={scopeOf(user)} />
      <Hints />
      <LeaveGuard />
      <ConfirmAgain login={loginOf(user)} onConfirmed={renewToken} SignOn={SignOnOfSession} />
      <RenewSession
        onLeave={({ user: { role } }) => void navigate(paths[role].logout)}
        SecondStep={SecondStepForm}
      />
    </>
  );
}
