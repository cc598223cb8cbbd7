import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrashX } from '@tabler/icons-react';
import { UserListMenu } from '../features/bulk/files/user-list-menu.tsx';
import { useRestoreDeleted } from '../features/changes/changes.api.ts';
import { DeletedDrawer } from '../features/changes/deleted-drawer.tsx';
import { pauseOwner } from '../features/pauses/dialog/pause-dialog-store.ts';
import { UserList } from '../features/users/user-list.tsx';
import { userTableShape } from '../features/users/users.table-shape.ts';
import { ListWithViews } from '../features/views/list-with-views.tsx';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { toastUndo } from '../ui/feedback/action-toast.tsx';

/** /admin/user-list (spec, section 2): the app owners, and the ones who were deleted. */
export function AdminUserList() {
  usePanelTitle('admin', 'User List');
  const [isDeletedOpen, deleted] = useDisclosure(false);
  const { mutate: restore } = useRestoreDeleted('user');
  return (
    <>
      <PageTitle title="User List" />
      <ListWithViews list="users" of="admin" shape={userTableShape}>
        {(viewMenu) => (
          <UserList
            applicationList={paths.admin.applicationList}
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
      <DeletedDrawer
        opened={isDeletedOpen}
        onClose={deleted.close}
        entity="user"
        title="Deleted users"
        hint="A restored user has the old id and applications back, and needs a new password."
      />
    </>
  );
}
