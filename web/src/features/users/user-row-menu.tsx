import type { User } from '@adwarden/contract/users';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { RowMenu } from '../../ui/data-table/row-menu.tsx';

type Props = { user: User; onEdit: (user: User) => void; onDelete: (user: User) => void };

/** The action menu of a row: Edit and Delete (spec, section 2 "Admin user list"). */
export function UserRowMenu({ user, onEdit, onDelete }: Props) {
  return (
    <RowMenu
      label={`Actions for ${user.fullName}`}
      actions={[
        { label: 'Edit', Icon: IconPencil, act: () => onEdit(user) },
        { label: 'Delete', Icon: IconTrash, act: () => onDelete(user), danger: true },
      ]}
    />
  );
}
