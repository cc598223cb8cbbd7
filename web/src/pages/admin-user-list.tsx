import type { Invitation } from '@adwarden/contract/invitations/invitations';
import type { User } from '@adwarden/contract/users';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrashX } from '@tabler/icons-react';
import { UserListMenu } from '../features/bulk/files/user-list-menu.tsx';
import { useRestoreDeleted } from '../features/changes/changes.api.ts';
import { DeletedDrawer } from '../features/changes/deleted-drawer.tsx';
import { type LostFactor, LostFactorDialog } from '../features/factors/lost-factor-dialog.tsx';
import { InviteDialog, type Invitee, linkOf } from '../features/invitations/invite-dialog.tsx';
import { pauseOwner } from '../features/pauses/dialog/pause-dialog-store.ts';
import { type Linked, UnlinkDialog } from '../features/single-sign-on/unlink-dialog.tsx';
import { UserList } from '../features/users/user-list.tsx';
import { useInviteUser } from '../features/users/users.api.ts';
import { userTableShape } from '../features/users/users.table-shape.ts';
import { ListWithViews } from '../features/views/list-with-views.tsx';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { useDialog } from '../ui/dialog/use-dialog.ts';
import { toastUndo } from '../ui/feedback/action-toast.tsx';

const until = 'The present password works until then.';

/** /admin/user-list (spec, section 2): the app owners, and the ones who were deleted. */
export function AdminUserList() {
  usePanelTitle('admin', 'User List');
  const [isDeletedOpen, deleted] = useDisclosure(false);
  const { mutate: restore } = useRestoreDeleted('user');
  const { mutateAsync: invite } = useInviteUser();
  const invitation = useDialog<Invitee>();
  const lost = useDialog<LostFactor>();
  const linked = useDialog<Linked>();
  const askToInvite = ({ id, fullName, userID: login }: User, made: Invitation | null) =>
    invitation.open(
      made
        ? { fullName, login, made }
        : { fullName, login, until, make: async () => linkOf(await invite(id)) },
    );
  return (
    <>
      <PageTitle title="User List" />
      <ListWithViews list="users" of="admin" shape={userTableShape}>
        {(viewMenu) => (
          <UserList
            applicationList={paths.admin.applicationList}
            onInvite={askToInvite}
            onLostFactor={({ id, fullName }) => lost.open({ role: 'user', id, fullName })}
            onUnlink={({ id, fullName }) => linked.open({ role: 'user', id, fullName })}
            onPause={pauseOwner}
            onDeleted={(user, message) => toastUndo(message, () => restore(user.id))}
            listMenu={(query, total) => <UserListMenu query={query} total={total} />}
            actions={
              <Button
                variant="default"
                leftSection={<IconTrashX size={16} />}
                onClick={deleted.open}
              >
                Deleted
              </Button>
            }
            viewMenu={viewMenu}
          />
        )}
      </ListWithViews>
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
      <DeletedDrawer
        opened={isDeletedOpen}
        onClose={deleted.close}
        entity="user"
        title="Deleted users"
        hint="A restored user has the old id and applications back, and needs a new password."
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
