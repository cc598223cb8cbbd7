import { useNavigate } from 'react-router';
import { ChangePasswordCard } from '../features/passwords/change-password-card.tsx';
import { useSession } from '../features/session/use-session.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { adminOf } from '../people/session-user.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/change-password (spec, section 2): afterwards the session is removed, and /admin/login opens. */
export function AdminChangePassword() {
  usePanelTitle('admin', 'Change Password');
  const user = adminOf(useSession()?.user);
  const navigate = useNavigate();
  if (!user) return null;
  return (
    <>
      <PageTitle title="Change Password" />
      <ChangePasswordCard
        account={{ role: 'admin', email: user.email }}
        onChanged={() => navigate(paths.admin.logout, { replace: true })}
      />
    </>
  );
}
