import { useNavigate } from 'react-router';
import { ChangePasswordCard } from '../features/passwords/change-password-card.tsx';
import { useSession } from '../features/session/use-session.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { showPasswords } from '../lib/page-settings.ts';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';
import { adminOf, ownerOf } from '../people/session-user.ts';
import { PageTitle } from '../shell/page-title.tsx';

/**
 * /admin/change-password and /change-password (spec, section 2): afterwards the session is removed, and the sign-in page of the
 * role opens.
 */
export function ChangePasswordPage({ of }: { of: Role }) {
  usePanelTitle(of, 'Change Password');
  const user = useSession()?.user;
  const navigate = useNavigate();
  const admin = adminOf(user);
  const owner = ownerOf(user);
  const onChanged = () => navigate(paths[of].logout, { replace: true });
  return (
    <>
      <PageTitle title="Change Password" />
      {admin && (
        <ChangePasswordCard account={{ role: 'admin', email: admin.email }} onChanged={onChanged} />
      )}
      {owner && (
        <ChangePasswordCard
          account={{ role: 'user', userID: owner.userID }}
          readable={showPasswords()}
          onChanged={onChanged}
        />
      )}
    </>
  );
}
