import type { Invitation } from '@adwarden/contract/invitations/invitations';
import type { User } from '@adwarden/contract/users';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useAskedTo } from '../../lib/address/use-asked-to.ts';
import { useAskedToEdit } from '../../lib/address/use-asked-to-edit.ts';
import { mayWrite } from '../../people/may.ts';
import { DataTable, type ViewMenuOf } from '../../ui/data-table/data-table.tsx';
import type { TableQuery } from '../../ui/data-table/table-state.ts';
import { useRowDeletion } from '../../ui/data-table/use-row-deletion.tsx';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { UserFormModal } from './user-form-modal.tsx';
import { UserRowMenu } from './user-row-menu.tsx';
import { useDeleteUser, usersQuery } from './users.api.ts';
import { userColumns } from './users.columns.tsx';
import { userTableShape } from './users.table-shape.ts';

type Props = {
  /** The path of the list to which a number of apps links. */
  applicationList: string;
  /** Asks to pause the ads of all apps of a user. */
  onPause: (user: User) => void;
  /** Asks to make a link for a user; with one that was made just now, shows it. */
  onInvite: (user: User, made: Invitation | null) => void;
  /** Asks to remove the second factors of a user. */
  onLostFactor: (user: User) => void;
  /** Takes single sign-on away from an owner; absent where owners have none. */
  onUnlink: (user: User) => void;
  /** Called with each deleted user and the server's message. */
  onDeleted: (user: User, message: string) => void;
  /** Buttons before 'Create New User'. */
  actions?: ReactNode;
  /** The menu for the whole list, before all other buttons. */
  listMenu?: (query: TableQuery, total: number) => ReactNode;
  viewMenu: ViewMenuOf;
};

/** The app owners, with the actions on them (spec, section 2 "Admin user list"). */
export function UserList(props: Props) {
  const { applicationList, onInvite, onLostFactor, onUnlink, onPause, onDeleted } = props;
  const { actions, listMenu, viewMenu } = props;
  const client = useQueryClient();
  const prefetch = (query: TableQuery) => void client.prefetchQuery(usersQuery(query));
  const control = useTableState(userTableShape, prefetch);
  const result = useQuery(usersQuery(control.query));
  const columns = useMemo(() => userColumns(applicationList), [applicationList]);
  const form = useDialog<User | null>();
  const writes = mayWrite();
  useAskedTo('add', () => writes && form.open(null));
  useAskedToEdit(
    result,
    ({ id }) => id,
    (user) => writes && form.open(user),
  );
  const deletion = useRowDeletion<User>({
    rowId: ({ id }) => id,
    deletion: useDeleteUser(),
    onDeleted,
  });

  return (
    <>
      <DataTable
        label="Users"
        columns={columns}
        rowId={(user) => user.id}
        control={control}
        result={result}
        searchPlaceholder="Search for User..."
        empty={{
          title: 'No users yet',
          text: 'A user signs in with a user id and sees only their own applications.',
          action: writes && <Button onClick={() => form.open(null)}>Create New User</Button>,
        }}
        {...(writes && {
          rowActions: (user: User) => (
            <UserRowMenu
              user={user}
              onEdit={form.open}
              onInvite={(invited) => onInvite(invited, null)}
              onLostFactor={onLostFactor}
              onUnlink={onUnlink}
              onPause={onPause}
              onDelete={deletion.askToDelete}
            />
          ),
          onCreateNewUser: () => form.open(null),
          onOpen: form.open,
        })}
        actions={
          <>
            {listMenu?.(control.query, result.data?.total ?? 0)}
            {actions}
          </>
        }
        viewMenu={viewMenu}
      />
      <UserFormModal
        opened={form.opened}
        user={form.about}
        onClose={form.close}
        onInvited={onInvite}
      />
      {deletion.modal}
    </>
  );
}
