import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';

type Props = {
  configuration: AppConfiguration;
  onEdit: (configuration: AppConfiguration) => void;
  onDelete: (configuration: AppConfiguration) => void;
};

/** The menu of a row: Edit and Delete (spec, section 2 "Admin app configuration"). */
export function ConfigurationRowMenu({ configuration, onEdit, onDelete }: Props) {
  return (
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${configuration.appName}`}
        >
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(configuration)}>
          Edit
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => onDelete(configuration)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
