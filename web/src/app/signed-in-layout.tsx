import '../theme/mantine-all.css';
import { Outlet } from 'react-router';
import { useSession } from '../features/session/use-session.ts';
import { companyName } from '../lib/page-settings.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { Hints } from '../ui/hints.tsx';
import { PaletteOpener } from './palette-opener.tsx';
import { useAppsAhead } from './use-apps-ahead.ts';

/** One element for good, so that the top bar need not be drawn again. */
const actions = <PaletteOpener />;

/** The shell round every page behind the sign-in; in a chunk of its own, which sign-in does not load. */
export function SignedInLayout() {
  const user = useSession()?.user;
  useAppsAhead(user);
  if (!user) return null;
  return (
    <>
      <AppShell
        role={user.role}
        fullName={user.fullName}
        companyName={companyName()}
        actions={actions}
      >
        <Outlet />
      </AppShell>
      <Hints />
    </>
  );
}
