import type { User } from '@adwarden/contract/users';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';

type Props = { user: User; onEdit: (user: User) => void; onDelete: (user: User) => void };

/** The action menu of a row: Edit and Delete (spec, section 2 "Admin user list"). */
export function UserRowMenu({ user, onEdit, onDelete }: Props) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${user.fullName}`}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(user)}>
          Edit
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onDelete(user)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
