import type { Invitation } from '@adwarden/contract/invitations/invitations';
import { AdminList } from '../features/admins/admin-list.tsx';
import { type LostFactor, LostFactorDialog } from '../features/factors/lost-factor-dialog.tsx';
import { InviteDialog, type Invitee, linkOf } from '../features/invitations/invite-dialog.tsx';
import { useSession } from '../features/session/use-session.ts';
import { type Linked, UnlinkDialog } from '../features/single-sign-on/unlink-dialog.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { adminOf } from '../people/session-user.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { useDialog } from '../ui/dialog/use-dialog.ts';

/** /admin/administrators: who may do everything here, and how others become one (ADR 121). */
export function AdminAdministrators() {
  usePanelTitle('admin', 'Administrators');
  const own = adminOf(useSession()?.user);
  const invitation = useDialog<Invitee>();
  const lost = useDialog<LostFactor>();
  const linked = useDialog<Linked>();
  if (!own) return null;
  return (
    <>
      <PageTitle title="Administrators" hint={timesInZone()} />
      <AdminList
        ownId={own._id}
        onInvited={({ fullName, email: login }, made: Invitation) =>
          invitation.open({ fullName, login, made })
        }
        onInvite={({ fullName, email: login }, make) =>
          invitation.open({
            fullName,
            login,
            until: 'The link before it ends.',
            make: async () => linkOf(await make()),
          })
        }
        onLostFactor={({ id, fullName }) => lost.open({ role: 'admin', id, fullName })}
        onUnlink={({ id, fullName }) => linked.open({ role: 'admin', id, fullName })}
      />
      <InviteDialog
        key={invitation.visit}
        opened={invitation.opened}
        about={invitation.about}
        onClose={invitation.close}
      />
      <LostFactorDialog
        key={`lost ${lost.visit}`}
        opened={lost.opened}
        about={lost.about}
        onClose={lost.close}
      />
      <UnlinkDialog
        key={`unlink ${linked.visit}`}
        opened={linked.opened}
        about={linked.about}
        onClose={linked.close}
      />
    </>
  );
}
