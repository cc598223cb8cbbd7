import { useNavigate } from 'react-router';
import { ChangePasswordCard } from '../features/passwords/change-password-card.tsx';
import { useSession } from '../features/session/use-session.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { showPasswords } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import { ownerOf } from '../people/session-user.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /change-password (spec, section 2): afterwards the session is removed, and /login opens. */
export function UserChangePassword() {
  usePanelTitle('user', 'Change Password');
  const user = ownerOf(useSession()?.user);
  const navigate = useNavigate();
  if (!user) return null;
  return (
    <>
      <PageTitle title="Change Password" />
      <ChangePasswordCard
        account={{ role: 'user', userID: user.userID }}
        readable={showPasswords()}
        onChanged={() => navigate(paths.user.logout, { replace: true })}
      />
    </>
  );
}
