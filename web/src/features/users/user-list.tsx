import type { User } from '@adwarden/contract/users';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useAskedToAdd } from '../../lib/use-asked-to-add.ts';
import { ConfirmDeleteModal } from '../../ui/confirm-delete-modal.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useTableState } from '../../ui/use-table-state.ts';
import { UserFormModal } from './user-form-modal.tsx';
import { UserRowMenu } from './user-row-menu.tsx';
import { useDeleteUser, usersQuery } from './users.api.ts';
import { userColumns } from './users.columns.tsx';
import { userTableShape } from './users.table-shape.ts';

type Props = {
  /** Where a number of apps leads. */
  applicationList: string;
  /** Told of each user who was deleted, with the server's message. */
  onDeleted: (user: User, message: string) => void;
  /** Buttons before 'Create New User'. */
  actions?: ReactNode;
};

const closed = { opened: false, user: null as User | null, visit: 0 };

/** The app owners with what can be done to them (spec, section 2 "Admin user list"). */
export function UserList({ applicationList, onDeleted, actions }: Props) {
  const control = useTableState(userTableShape);
  const result = useQuery(usersQuery(control.query));
  const client = useQueryClient();
  const columns = useMemo(() => userColumns(applicationList), [applicationList]);
  const [form, setForm] = useState(closed);
  const [doomed, setDoomed] = useState<User | null>(null);
  const deletion = useDeleteUser();

  const open = (user: User | null) =>
    setForm(({ visit }) => ({ opened: true, user, visit: visit + 1 }));
  useAskedToAdd(() => open(null));

  function confirmDelete(user: User): void {
    deletion.mutate(user.id, {
      onSuccess: ({ message }) => {
        setDoomed(null);
        onDeleted(user, message);
      },
    });
  }

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
          action: <Button onClick={() => open(null)}>Create New User</Button>,
        }}
        rowActions={(user) => <UserRowMenu user={user} onEdit={open} onDelete={setDoomed} />}
        onCreateNewUser={() => open(null)}
        actions={actions}
        onPrefetch={(query) => client.prefetchQuery(usersQuery(query))}
        storageKey="users"
      />
      <UserFormModal
        key={form.visit}
        opened={form.opened}
        user={form.user}
        onClose={() => setForm((before) => ({ ...before, opened: false }))}
      />
      <ConfirmDeleteModal
        opened={doomed !== null}
        pending={deletion.isPending}
        onClose={() => setDoomed(null)}
        onConfirm={() => doomed && confirmDelete(doomed)}
      />
    </>
  );
}
